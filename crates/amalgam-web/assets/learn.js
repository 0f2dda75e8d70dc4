// What has been learnt is noted in this browser: which steps are done, and nothing else.
"use strict";
(() => {
  const KEY = "learnt";
  const read = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) || "[]");
      return new Set(Array.isArray(kept) ? kept : []);
    } catch {
      return new Set(); // storage may be forbidden, or not ours
    }
  };
  const note = () => {
    const done = document.querySelector("#done[data-key]");
    if (!done) return;
    const learnt = read().add(done.dataset.key);
    try {
      localStorage.setItem(KEY, JSON.stringify([...learnt]));
    } catch {
      // then it lasts as long as the page
    }
  };
  const show = () => {
    const learnt = [...read()];
    for (const lesson of document.querySelectorAll("[data-lesson]")) {
      const done = learnt.filter((key) => key.startsWith(lesson.dataset.lesson + ".")).length;
      const all = Number(lesson.dataset.steps);
      const text = done === 0 ? "" : done >= all ? ", ✓ all done" : `, ${done} done`;
      lesson.querySelector(".progress").textContent = text;
    }
  };
  // The board replaces what is inside the page without loading it again.
  new MutationObserver(note).observe(document.querySelector("main"), { childList: true, subtree: true });
  note();
  show();
})();

// What has been learnt and solved is noted in this browser and nowhere else: steps that are done, days with a
// solved puzzle, puzzles that were missed, and the level that suits.
"use strict";
(() => {
  const read = (key, empty) => {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? empty;
    } catch {
      return empty; // storage may be forbidden, or not ours
    }
  };
  const write = (key, value) => {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // then it lasts as long as the page
    }
  };
  const one = (selector) => document.querySelector(selector);
  const many = (selector) => [...document.querySelectorAll(selector)];
  const learnt = () => {
    const kept = read("learnt", []);
    return new Set(Array.isArray(kept) ? kept : []);
  };
  const puzzles = () => ({ days: [], missed: [], level: {}, run: {}, solved: {}, ...read("puzzles", {}) });

  // --- noting: once for each verdict ---

  let noted = "";
  function note() {
    const done = one("#done");
    const verdict = done && (done.dataset.key ? "+" + done.dataset.key : done.dataset.missed ? "-" + done.dataset.missed : "");
    if (!verdict || verdict === noted) return void (noted = verdict || "");
    noted = verdict;
    const [kind, ...rest] = verdict.slice(1).split(".");
    const right = verdict[0] === "+";
    if (right) write("learnt", [...learnt().add(verdict.slice(1))]);
    if (kind === "day" || kind === "puzzle") solved(kind, rest, right, done.dataset.here);
    show();
  }

  function solved(kind, rest, right, here) {
    const kept = puzzles();
    const others = kept.missed.filter((address) => address !== here);
    kept.missed = right ? others : [...others, here].slice(-50);
    if (kind === "day" && right) kept.days = [...new Set([...kept.days, Number(rest[0])])].slice(-400);
    if (kind === "puzzle") {
      const [name, level] = rest;
      // Two right in a row: harder. One wrong: easier.
      const run = right ? (kept.run[name] || 0) + 1 : 0;
      const now = Number(level) || 1;
      kept.level[name] = right ? Math.min(3, run >= 2 ? now + 1 : now) : Math.max(1, now - 1);
      kept.run[name] = run >= 2 && right ? 0 : run;
      if (right) kept.solved[name] = (kept.solved[name] || 0) + 1;
    }
    write("puzzles", kept);
  }

  // --- showing ---

  function show() {
    const done = learnt();
    for (const lesson of many("[data-lesson]")) {
      const mine = [...done].filter((key) => key.startsWith(lesson.dataset.lesson + ".")).length;
      const all = Number(lesson.dataset.steps);
      lesson.querySelector(".progress").textContent = mine === 0 ? "" : mine >= all ? ", ✓ all done" : `, ${mine} done`;
    }
    for (const step of many("[data-step]")) step.classList.toggle("past", done.has(step.dataset.step));
    const kept = puzzles();
    for (const day of many("[data-day]")) {
      const right = kept.days.includes(Number(day.dataset.day));
      const dot = day.querySelector(".dot");
      dot.classList.toggle("on", right);
      if (right) dot.textContent = "✓";
    }
    streak(kept);
    for (const link of many("a[data-kind]")) {
      const url = new URL(link.href);
      url.searchParams.set("level", kept.level[link.dataset.kind] || url.searchParams.get("level") || 1);
      link.href = url.href;
    }
    for (const count of many("[data-count]")) {
      const solved = kept.solved[count.dataset.count] || 0;
      count.textContent = solved ? `${solved} solved` : "";
    }
    const next = one("#next[href*='/learn/puzzle']");
    if (next) {
      const url = new URL(next.href);
      const level = kept.level[url.searchParams.get("kind")];
      if (level) url.searchParams.set("level", level);
      next.href = url.href;
    }
    const missed = one("#missed");
    const here = one("#done")?.dataset.here;
    const others = kept.missed.filter((address) => address !== here);
    if (missed) {
      missed.hidden = others.length === 0;
      one("#missed-count").textContent = `${others.length} to try again`;
      if (others.length) one("#missed-link").href = others[0];
    }
  }

  function streak(kept) {
    const box = one("#streak");
    if (!box) return;
    const today = Number(box.dataset.today);
    const has = (day) => kept.days.includes(day);
    let run = 0;
    for (let day = has(today) ? today : today - 1; has(day); day -= 1) run += 1;
    const days = (n) => (n === 1 ? "1 day" : `${n} days`);
    one("#streak-says").textContent = has(today)
      ? `${days(run)} in a row. Come back tomorrow.`
      : run > 0
        ? `${days(run)} in a row. Solve today’s and it is ${run + 1}.`
        : "Solve one each day.";
  }

  // --- worksheets ---

  // The browser remembers the sheet that is being built; "add to worksheet" adds to it.
  function sheet() {
    if (location.pathname !== "/learn/worksheet") return;
    const now = new URLSearchParams(location.search);
    const kept = new URLSearchParams(read("sheet", ""));
    if (now.get("add")) {
      const fits = kept.get("game") === now.get("game") && (kept.get("misere") || "") === (now.get("misere") || "");
      const to = fits ? kept : new URLSearchParams({ game: now.get("game"), misere: now.get("misere") || "" });
      to.append("heaps", now.get("heaps"));
      to.append("task", now.get("task"));
      write("sheet", to.toString());
      return location.replace("/learn/worksheet?" + to);
    }
    if (now.has("heaps")) write("sheet", now.toString());
  }
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) print();
  });
  document.addEventListener("swapped", sheet);

  // The board replaces what is inside the page without loading it again.
  new MutationObserver(note).observe(one("main"), { childList: true, subtree: true });
  sheet();
  note();
  show();
})();

// The board by hand: clicks without reloading, arrow keys, dragging one heap onto another, a look before
// the leap for fingers, and a pause before the opponent's move. Everything it does is a form or a link of the page, which
// would work without it.
"use strict";
(() => {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const one = (selector) => document.querySelector(selector);
  const many = (selector, root = document) => [...root.querySelectorAll(selector)];
  let running = null; // the request under way
  let timer = null; // the opponent's pause
  let kept = null; // where the focus was before the opponent's turn
  let typed = { digits: "", at: 0 };

  // --- asking the server, and putting its answer in place ---

  async function go(url, replace) {
    clearTimeout(timer);
    if (running) running.abort();
    const mine = (running = new AbortController());
    const focus = remember();
    const old = one("#play");
    old.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(url, { signal: mine.signal, headers: { accept: "text/html" } });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.querySelector("#play");
      if (!fresh || old.matches(".demo")) return location.assign(response.url);
      document.title = page.title;
      before = looked = null;
      one("#play").replaceWith(document.adoptNode(fresh));
      history[replace ? "replaceState" : "pushState"]({}, "", response.url);
      arrive(focus);
      fly();
    } catch (error) {
      if (error.name !== "AbortError") location.assign(url);
    } finally {
      if (running === mine) running = null;
    }
  }

  // The address that a form would lead to.
  function addressOf(form, submitter) {
    const url = new URL(form.getAttribute("action"), location.href);
    const filled = [...new FormData(form, submitter)].filter(([, value]) => value !== "");
    url.search = new URLSearchParams(filled).toString();
    return url;
  }

  function submit(form, submitter) {
    const url = addressOf(form, submitter);
    // Two steps instead of one, so that people see their own move before the answer to it.
    url.searchParams.set("pause", "1");
    go(url.href, form.id === "reply");
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.closest("#play") || form.id === "setup" || form.method !== "get") return;
    event.preventDefault();
    if (finger && look(form, event.submitter)) return;
    submit(form, event.submitter);
  });

  // --- a finger looks first: what was tapped is shown, and the gold button does it ---

  let finger = false; // the last pointer was a finger
  let looked = null; // what the gold button would submit
  addEventListener("pointerdown", (event) => (finger = event.pointerType === "touch"), true);
  addEventListener("keydown", () => (finger = false), true);

  const list = (sizes) =>
    sizes.length === 0 ? "nothing" : [sizes.slice(0, -1).join(", "), sizes[sizes.length - 1]].filter((x) => x !== "").join(" and ");

  // Shows a move instead of making it; false if it has to be made to see more, as with splits.
  function look(form, button, other) {
    const heap = button && button.closest(".heap[data-heap]");
    const coin = button && button.matches(".coin") && !heap.matches(".partner");
    const picked = other || one("#board .heap.picked[data-heap]");
    const sizes = (skip) => many("#board .heap[data-heap]").filter((each) => !skip.includes(each)).map((each) => each.dataset.size);
    let say = null;
    if (heap && coin) {
      const [take, size] = [Number(button.dataset.take), Number(heap.dataset.size)];
      const rest = sizes([heap]).concat(size > take ? [String(size - take)] : []);
      for (const each of many(".coin", heap)) each.classList.toggle("go", Number(each.dataset.take) <= take);
      mark(heap, "−" + take);
      say = [`Take ${take} from the ${size}?`, `Leaves ${list(rest)}.`, `Take ${take}`];
    } else if (heap && picked && picked !== heap && heap.matches(".partner, .target, .aimed")) {
      const [x, y] = [picked.dataset.size, heap.dataset.size];
      mark(heap, `${x} + ${y}`);
      say = [`Merge ${x} and ${y}?`, `Makes one heap of ${Number(x) + Number(y)}.`, "Merge"];
    }
    if (!say) return false;
    looked = { form, button, other };
    preview(say);
    return true;
  }

  function mark(heap, text) {
    for (const note of many("#board .note")) note.remove();
    for (const coin of many("#board .coin.go")) if (!heap.contains(coin)) coin.classList.remove("go");
    const note = document.createElement("span");
    note.className = "note by0";
    note.textContent = text;
    heap.querySelector(".pile")?.prepend(note);
  }

  // The bar as it was, for Cancel.
  let before = null;
  function preview([head, rest, does]) {
    const bar = one("#play .bar");
    if (!before) before = bar.innerHTML;
    bar.classList.remove("them");
    bar.innerHTML = '<p class="say"><b></b> <span class="soft"></span></p><div class="row"><button type="button" id="not">Cancel</button><button type="button" class="primary" id="yes"></button></div>';
    bar.querySelector("b").textContent = head;
    bar.querySelector("span").textContent = rest;
    one("#yes").textContent = does;
    one("#announce") && (one("#announce").textContent = head + " " + rest);
  }

  function forget() {
    if (!before) return;
    one("#play .bar").innerHTML = before;
    before = looked = null;
    for (const coin of many("#board .coin.go")) coin.classList.remove("go");
    for (const note of many("#board .note")) note.remove();
    for (const heap of many("#board .aimed")) heap.classList.remove("aimed");
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("#not")) forget();
    if (!event.target.closest("#yes") || !looked) return;
    const { form, button, other } = looked;
    before = looked = null;
    if (other) return merge(other, button.closest(".heap"));
    submit(form, button);
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-play]");
    const plain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey);
    if (!link || !plain) return;
    event.preventDefault();
    go(link.href, false);
  });

  // --- after every change ---

  function arrive(focus) {
    typed = { digits: "", at: 0 };
    for (const button of many("button[data-copy]")) button.hidden = false;
    const say = one("#say");
    const announce = one("#announce");
    const help = helped();
    if (say && announce) announce.textContent = help || say.textContent.trim().replace(/\s+/g, " ") + position();
    oneStopPerHeap();
    if (focus) restore(focus);
    const current = one(".made [aria-current]");
    if (current) current.closest("ol").scrollTop = current.offsetTop - 60;
    const reply = one("#reply[data-auto]");
    if (reply && !one(".problem")) {
      const wait = calm.matches ? 0 : 550;
      timer = setTimeout(() => submit(reply, reply.querySelector("button")), wait);
    }
  }

  // What the help says, where it has just been set to another level.
  let level = null;
  function helped() {
    const now = one(".level[aria-current]");
    const before = level;
    level = now && now.textContent;
    if (before === null || level === null || before === level) return "";
    const texts = many("#hints .winner, #hints .reason, #which, #hints > .soft, #hints .problem");
    return ["Help: " + level + ".", ...texts.map((text) => text.textContent.trim())].join(" ");
  }

  // Of two heaps that have merged the coins of one come over from where it was; coins that were taken
  // fly up.
  function fly() {
    if (calm.matches) return;
    for (const heap of many("#board [data-joined]")) {
      const gap = heap.closest(".heaps").querySelector(".heap.gone.fresh");
      if (!gap) continue;
      const far = gap.getBoundingClientRect().left - heap.getBoundingClientRect().left;
      const from = { transform: `translate(${far}px, -2rem)` };
      const coins = many(".coin", heap);
      for (const coin of coins.slice(coins.length - Number(heap.dataset.joined))) {
        coin.animate([from, { transform: `translate(0, -2rem)`, offset: 0.7 }, { transform: "none" }], { duration: 420, easing: "ease-in-out" });
      }
    }
    for (const ghost of many("#board .fresh .ghost")) {
      ghost.animate([{ transform: "none", opacity: 1 }, { transform: "translateY(-1.5rem)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 560 });
    }
  }

  function position() {
    const text = one("#position-text");
    return text ? " Position " + text.textContent.trim() + "." : "";
  }

  // --- focus ---

  // As they stand: the top coin first, the number last. The page lists coins from the ground up.
  const able = (heap) => {
    const all = many("button:not(:disabled)", heap);
    const flat = heap.matches(".heap") ? all.filter((button) => !button.matches(".head")).reverse() : all;
    return heap.matches(".heap") ? flat.concat(all.filter((button) => button.matches(".head"))) : flat;
  };
  const heaps = () => many("#board [data-heap]").filter((heap) => able(heap).length > 0);
  const head = (heap) => heap.querySelector(".head:not(:disabled)");

  // Tab goes from heap to heap; the arrow keys reach what is inside.
  function oneStopPerHeap() {
    for (const heap of heaps()) {
      const stop = head(heap) || able(heap)[0];
      for (const button of able(heap)) button.tabIndex = button === stop ? 0 : -1;
    }
  }

  function remember() {
    const active = document.activeElement;
    const heap = active && active.closest("[data-heap]");
    if (heap) return { slot: heap.dataset.slot, head: active.matches(".head") };
    if (active && active.id && active.closest("#play")) return { id: active.id };
    if (active && active.matches(".level")) return { hint: true };
    if (active && active.closest("#play")) return { board: true };
    return active === document.body ? kept : null;
  }

  function restore(focus) {
    kept = null;
    const amount = one("#amount");
    const big = one(".heap.picked.big");
    if (amount && big) return amount.focus();
    if (focus.id && one("#" + CSS.escape(focus.id))) {
      return one("#" + CSS.escape(focus.id)).focus({ preventScroll: true });
    }
    if (focus.hint) return one(".level[aria-current]").focus({ preventScroll: true });
    const all = heaps();
    // Nothing can be pointed at while the opponent moves; afterwards the focus comes back, rather
    // than wait on "New game" for the next Enter.
    if (all.length === 0 && one("#reply[data-auto]") && !one(".problem")) return void (kept = focus);
    const same = all.find((heap) => heap.dataset.slot === focus.slot) || all[0];
    const next = "#again, #next, #judged .primary";
    const target = same ? head(same) || able(same)[0] : one(next);
    if (target) target.focus({ preventScroll: true });
  }

  function focusButton(button) {
    if (!button) return;
    button.focus();
    button.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // --- keys ---

  function across(step) {
    const all = heaps();
    const active = document.activeElement;
    const here = all.indexOf(active.closest("[data-heap]"));
    if (here < 0) return focusButton(all[0] && (head(all[0]) || able(all[0])[0]));
    const next = all[(here + step + all.length) % all.length];
    if (active.matches(".head") && head(next)) return focusButton(head(next));
    const wanted = Number(active.dataset.take || active.dataset.column || 1);
    const amounts = able(next).filter((button) => !button.matches(".head, .gap"));
    const distance = (button) => Math.abs(Number(button.dataset.take || button.dataset.column) - wanted);
    amounts.sort((x, y) => distance(x) - distance(y));
    focusButton(amounts[0] || head(next));
  }

  function within(step) {
    const heap = document.activeElement.closest("[data-heap]");
    if (!heap) return across(0);
    const buttons = able(heap);
    const here = buttons.indexOf(document.activeElement);
    focusButton(buttons[Math.min(Math.max(here + step, 0), buttons.length - 1)]);
  }

  // Digits in quick succession are one number, as long as so many coins can be taken.
  function digit(key, now) {
    const heap = document.activeElement.closest("[data-heap]") || heaps()[0];
    if (!heap) return;
    const coin = (digits) => heap.querySelector(`[data-take="${digits}"]:not(:disabled)`);
    const joined = now - typed.at < 900 ? typed.digits + key : key;
    const digits = coin(joined) ? joined : key;
    typed = { digits, at: now };
    focusButton(coin(digits));
  }

  const press = (selector) => {
    const found = one(selector);
    if (found) found.click();
  };

  document.addEventListener("keydown", (event) => {
    if (!one("#board") || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.matches("input, textarea, select")) {
      if (event.key === "Escape") press("#cancel");
      return;
    }
    // In rows of squares and of pins left and right stay in the row.
    const squares = Boolean(document.activeElement.closest(".squares, .pins"))
      || (one(".squares, .pins") && !one(".heaps"));
    const [along, beside] = squares ? [across, within] : [within, across];
    const actions = {
      ArrowLeft: () => beside(-1),
      ArrowRight: () => beside(1),
      ArrowUp: () => along(-1),
      ArrowDown: () => along(1),
      u: () => press("a#undo"),
      r: () => press("a#redo"),
      h: () => press("a.level[data-next]"),
      Escape: () => (before ? forget() : press("#cancel")),
      "?": () => press("#keys summary"),
    };
    if (/^[0-9]$/.test(event.key)) digit(event.key, event.timeStamp);
    else if (actions[event.key]) actions[event.key]();
    else return;
    event.preventDefault();
  });

  // --- squares: what a bite would take ---

  function doom(event) {
    const square = event.target.closest && event.target.closest(".square:not(:disabled)");
    for (const marked of many(".square.doomed")) marked.classList.remove("doomed");
    if (!square) return;
    const row = Number(square.closest("[data-row]").dataset.row);
    for (const below of many("[data-row]", square.closest(".squares"))) {
      if (Number(below.dataset.row) < row) continue;
      for (const other of many(".square", below)) {
        const right = Number(other.dataset.column) >= Number(square.dataset.column);
        other.classList.toggle("doomed", right);
      }
    }
  }
  document.addEventListener("mouseover", doom);
  document.addEventListener("focusin", doom);

  // --- dragging one heap onto another ---

  let drag = null;
  const heapAt = (x, y) => {
    const found = document.elementFromPoint(x, y);
    return found && found.closest(".heap[data-heap]");
  };

  document.addEventListener("pointerdown", (event) => {
    const heap = event.target.closest(".board:not(.waiting) .heap[data-heap]");
    const start = heap && head(heap);
    // A finger drags by the number alone: elsewhere it may want to scroll.
    if (event.button !== 0 || !start || (event.pointerType === "touch" && !event.target.closest(".head"))) return;
    if (event.pointerType === "touch") event.target.releasePointerCapture?.(event.pointerId);
    drag = { heap, x: event.clientX, y: event.clientY, on: false };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.on && Math.hypot(dx, dy) < 8) return;
    if (!drag.on) drag.heap.classList.add("dragged");
    drag.on = true;
    event.preventDefault();
    drag.heap.style.transform = `translate(${dx}px, ${dy}px)`;
    const over = heapAt(event.clientX, event.clientY);
    for (const heap of many(".heap.target")) heap.classList.remove("target");
    if (over && over !== drag.heap) over.classList.add("target");
  });

  document.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const { heap, on } = drag;
    drag = null;
    if (!on) return;
    const over = heapAt(event.clientX, event.clientY);
    settle(heap);
    // The click that follows would take coins.
    const swallow = (click) => {
      click.stopPropagation();
      click.preventDefault();
    };
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
    if (!over || over === heap || over.dataset.heap.split(".")[0] !== heap.dataset.heap.split(".")[0]) return;
    if (event.pointerType === "touch") {
      over.classList.add("aimed");
      if (look(one("#board"), head(over), heap)) return;
    }
    merge(heap, over);
  });

  function merge(heap, over) {
    const url = addressOf(one("#board"));
    url.searchParams.set("pick", `${heap.dataset.heap}.${over.dataset.heap.split(".")[1]}`);
    url.searchParams.set("pause", "1");
    go(url.href, false);
  }

  document.addEventListener("pointercancel", () => {
    if (drag) settle(drag.heap);
    drag = null;
  });

  function settle(heap) {
    heap.classList.remove("dragged");
    heap.style.transform = "";
    for (const marked of many(".heap.target")) marked.classList.remove("target");
  }

  // --- the form that begins a game ---

  document.addEventListener("input", (event) => {
    if (event.target.id === "errs") one("#rate").textContent = event.target.value + "%";
    if (event.target.id === "game") {
      const chosen = event.target.selectedOptions[0];
      one("#position").placeholder = chosen.dataset.example;
      if (chosen.dataset.most) one("#size").max = chosen.dataset.most;
      one("#rules-of").textContent = chosen.dataset.rules || "";
    }
  });

  // Back and Forward win over whatever is still under way.
  addEventListener("popstate", () => {
    clearTimeout(timer);
    if (running) running.abort();
  });
  document.addEventListener("swapped", () => arrive(null));
  arrive(null);
})();

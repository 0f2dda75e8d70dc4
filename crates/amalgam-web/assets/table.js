// The Table page: the cell under the pointer, the cell cursor, and what they stand on.
"use strict";
(() => {
  let map = null;

  function start() {
    const svg = document.getElementById("map");
    if (!svg || (map && map.svg === svg)) return;
    const number = (name) => Number(svg.dataset[name]);
    const box = { left: number("left"), top: number("top"), width: number("width"), height: number("height") };
    const mode = svg.dataset.show;
    const modulus = Number(svg.dataset.mod);
    map = { view: { x: 0, y: 0, w: number("cols"), h: number("rows") }, mode, modulus, touched: null, svg, box, rows: number("rows"), cols: number("cols"), cells: null, a: null, b: null };
    const mine = map;
    fetch(svg.dataset.cells)
      .then((response) => response.json())
      .then((answer) => {
        mine.cells = answer.cells;
        say(mine);
      })
      .catch(() => {});
    // The cell of the address, as after Back.
    if (svg.dataset.a !== undefined) move(mine, Number(svg.dataset.a), Number(svg.dataset.b));
    pan(mine);
    const view = new URLSearchParams(location.search).get("view");
    if (view) look(mine, ...view.split(",").map(Number).map((n) => (Number.isFinite(n) ? n : 0)));
    svg.addEventListener("pointermove", (event) => mine.dragged || point(mine, event));
    svg.addEventListener("click", (event) => {
      if (mine.dragged) return;
      // A finger has not pointed before it taps: the first tap reads a cell, the second opens it.
      if (!point(mine, event)) return;
      const again = mine.touched && mine.touched[0] === mine.a && mine.touched[1] === mine.b;
      if (event.pointerType === "mouse" || again) open(mine);
      mine.touched = [mine.a, mine.b];
    });
    svg.addEventListener("keydown", (event) => key(mine, event));
    svg.addEventListener("focus", () => {
      if (mine.a === null) move(mine, 0, 0);
    });
  }

  // The cell below the pointer; false beside the cells.
  function point(map, event) {
    const [x, y] = place_of(map, event);
    const a = Math.floor(y);
    const b = Math.floor(x);
    const inside = x >= map.view.x && y >= map.view.y && x < map.view.x + map.view.w && y < map.view.y + map.view.h;
    if (!inside || a < 0 || b < 0 || a >= map.rows || b >= map.cols) return false;
    move(map, a, b);
    return true;
  }

  // Where the pointer is, in cells.
  function place_of(map, event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.svg.getScreenCTM().inverse());
    const x = map.view.x + ((at.x - map.box.left) / map.box.width) * map.view.w;
    const y = map.view.y + ((at.y - map.box.top) / map.box.height) * map.view.h;
    return [x, y];
  }

  // --- zooming and panning: the window shows a part of the table ---

  function look(map, x, y, w) {
    w = Math.max(Math.min(map.cols, 4), Math.min(map.cols, w));
    const h = (w * map.rows) / map.cols;
    x = Math.max(0, Math.min(map.cols - w, x));
    y = Math.max(0, Math.min(map.rows - h, y));
    map.view = { x, y, w, h };
    document.getElementById("window").setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    if (map.drawing) return;
    map.drawing = requestAnimationFrame(() => {
      map.drawing = null;
      ticks(map);
    });
  }

  function zoom(map, factor, x = map.view.x + map.view.w / 2, y = map.view.y + map.view.h / 2) {
    const w = Math.max(Math.min(map.cols, 4), Math.min(map.cols, map.view.w * factor));
    const part = w / map.view.w;
    look(map, x - (x - map.view.x) * part, y - (y - map.view.y) * part, w);
    keep_soon(map);
  }

  const step = (span, most) => {
    const rough = span / most;
    const ten = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
    return [1, 2, 5, 10].map((n) => n * ten).find((n) => n >= rough) || 10 * ten;
  };

  function ticks(map) {
    const { x, y, w, h } = map.view;
    const group = document.getElementById("ticks");
    const texts = [];
    const add = (text, at) => {
      const tick = document.createElementNS("http://www.w3.org/2000/svg", "text");
      for (const [name, value] of Object.entries({ class: "tick", ...at })) tick.setAttribute(name, value);
      tick.textContent = text;
      texts.push(tick);
    };
    const [across, down] = [map.box.width / w, map.box.height / h];
    const [sx, sy] = [step(w, map.box.width / 70), step(h, map.box.height / 70)];
    for (let b = Math.ceil(x / sx) * sx; b < x + w; b += sx) {
      add(b, { x: map.box.left + (b - x + 0.5) * across, y: map.box.top - 8, "text-anchor": "middle" });
    }
    for (let a = Math.ceil(y / sy) * sy; a < y + h; a += sy) {
      add(a, { x: map.box.left - 7, y: map.box.top + (a - y + 0.5) * down + 4.5, "text-anchor": "end" });
    }
    group.replaceChildren(...texts);
  }

  function pan(map) {
    let from = null;
    map.svg.addEventListener("pointerdown", (event) => {
      if (event.button === 0) from = { at: place_of(map, event), view: map.view, x: event.clientX, y: event.clientY, on: false };
    });
    addEventListener("pointermove", (event) => {
      if (!from || !document.contains(map.svg)) return;
      if (!from.on && Math.hypot(event.clientX - from.x, event.clientY - from.y) < 6) return;
      from.on = true;
      map.dragged = true;
      const [x, y] = place_of(map, event);
      look(map, map.view.x + from.at[0] - x, map.view.y + from.at[1] - y, map.view.w);
    });
    addEventListener("pointerup", () => {
      if (from && from.on) keep_soon(map);
      from = null;
      setTimeout(() => (map.dragged = false), 0);
    });
    map.svg.addEventListener(
      "wheel",
      (event) => {
        // Without a modifier the wheel scrolls the page until the table is zoomed.
        if (!event.ctrlKey && map.view.w === map.cols && event.deltaY > 0) return;
        event.preventDefault();
        const [x, y] = place_of(map, event);
        zoom(map, event.deltaY > 0 ? 1.25 : 0.8, x, y);
      },
      { passive: false },
    );
    document.getElementById("zoom-in").addEventListener("click", () => zoom(map, 0.5, (map.b ?? map.view.x + map.view.w / 2) + 0.5, (map.a ?? map.view.y + map.view.h / 2) + 0.5));
    document.getElementById("zoom-out").addEventListener("click", () => zoom(map, 2));
    document.getElementById("zoom-all").addEventListener("click", () => zoom(map, map.cols));
  }

  function key(map, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const a = map.a ?? 0;
    const b = map.b ?? 0;
    const far = event.shiftKey ? 10 : 1;
    const to = {
      ArrowUp: [a - far, b],
      ArrowDown: [a + far, b],
      ArrowLeft: [a, b - far],
      ArrowRight: [a, b + far],
      PageUp: [a - 10, b],
      PageDown: [a + 10, b],
      Home: [a, 0],
      End: [a, map.cols - 1],
    }[event.key];
    if (to) {
      move(map, to[0], to[1]);
    } else if (event.key === "+" || event.key === "-" || event.key === "0") {
      zoom(map, { "+": 0.5, "-": 2, 0: map.cols }[event.key], b + 0.5, a + 0.5);
    } else if (event.key === "Enter" || event.key === " ") {
      open(map);
    } else {
      return;
    }
    event.preventDefault();
  }

  function move(map, a, b) {
    a = Math.max(0, Math.min(map.rows - 1, a));
    b = Math.max(0, Math.min(map.cols - 1, b));
    if (map.a === a && map.b === b) return;
    map.a = a;
    map.b = b;
    place("band-row", { y: a });
    place("band-col", { x: b });
    place("cursor", { x: b, y: a });
    const { x, y, w, h } = map.view;
    if (b < x || a < y || b >= x + w || a >= y + h) look(map, b - w / 2, a - h / 2, w);
    say(map);
  }

  function place(id, where) {
    const element = document.getElementById(id);
    for (const [name, value] of Object.entries(where)) element.setAttribute(name, value);
    element.setAttribute("visibility", "visible");
  }

  const value = (map) => (map.cells && map.a !== null ? map.cells[map.a][map.b] : null);

  const signed = (number) => (number < 0 ? "−" + -number : "+" + number);

  // What the colour of the cell stands for.
  function shown(map, f) {
    if (map.mode === "mod") return `, f mod ${map.modulus} = ${f % map.modulus}`;
    if (map.mode === "nim-sum") {
      return `, a ⊕ b = ${map.a ^ map.b}, difference ${signed(f - (map.a ^ map.b))}`;
    }
    return `, offset ${signed(f - map.b)}`;
  }

  function say(map) {
    if (map.a === null) return;
    const f = value(map);
    const place = `a = ${map.a}, b = ${map.b}`;
    document.getElementById("cell").textContent =
      f === null ? place : `${place}: f(a,b) = ${f}${shown(map, f)}`;
    const places = { open: f !== null && address(map, f), "play-it": f !== null && address(map, f).replace("/solve", "/play"), "its-row": map.a > 0 && map.a <= 100 && "/rows?" + new URLSearchParams({ game: map.svg.dataset.game, row: map.a }) };
    for (const [id, place] of Object.entries(places)) {
      const link = document.getElementById(id);
      link.hidden = !place;
      if (place) link.href = place;
    }
    keep_soon(map);
  }

  function keep_soon(map) {
    clearTimeout(map.timer);
    map.timer = setTimeout(() => keep(map), 200);
  }

  // The address names the cell: it can be sent, and Back comes back to it.
  function keep(map) {
    const url = new URL(location.href);
    if (!document.contains(map.svg) || url.pathname !== "/table") return;
    if (map.a !== null) url.searchParams.set("a", map.a);
    if (map.b !== null) url.searchParams.set("b", map.b);
    const { x, y, w } = map.view;
    if (w < map.cols) url.searchParams.set("view", [x, y, w].map((n) => Math.round(n * 10) / 10).join());
    else url.searchParams.delete("view");
    history.replaceState(history.state, "", url);
  }

  const address = (map, f) =>
    "/solve?" +
    new URLSearchParams({ position: `[${map.a},${map.b},${f}]`, game: map.svg.dataset.game });

  function open(map) {
    const f = value(map);
    if (f === null) return;
    clearTimeout(map.timer);
    keep(map);
    location.assign(address(map, f));
  }

  addEventListener("DOMContentLoaded", start);
  document.addEventListener("swapped", start);
  start();
})();

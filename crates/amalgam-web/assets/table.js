// The Table page: the cell under the pointer, the cell cursor, and what they stand on.
"use strict";
(() => {
  let map = null;

  function start() {
    const svg = document.getElementById("map");
    if (!svg || (map && map.svg === svg)) return;
    const number = (name) => Number(svg.dataset[name]);
    const box = { left: number("left"), top: number("top"), width: number("width"), height: number("height") };
    map = { svg, box, rows: number("rows"), cols: number("cols"), cells: null, a: null, b: null };
    const mine = map;
    fetch(svg.dataset.cells)
      .then((response) => response.json())
      .then((answer) => {
        mine.cells = answer.cells;
        say(mine);
      })
      .catch(() => {});
    svg.addEventListener("pointermove", (event) => point(mine, event));
    svg.addEventListener("click", (event) => {
      if (point(mine, event)) open(mine);
    });
    svg.addEventListener("keydown", (event) => key(mine, event));
    svg.addEventListener("focus", () => {
      if (mine.a === null) move(mine, 0, 0);
    });
  }

  // The cell below the pointer; false beside the cells.
  function point(map, event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.svg.getScreenCTM().inverse());
    const a = Math.floor(((at.y - map.box.top) / map.box.height) * map.rows);
    const b = Math.floor(((at.x - map.box.left) / map.box.width) * map.cols);
    if (a < 0 || b < 0 || a >= map.rows || b >= map.cols) return false;
    move(map, a, b);
    return true;
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
    const x = map.box.left + (b * map.box.width) / map.cols;
    const y = map.box.top + (a * map.box.height) / map.rows;
    place("band-row", { y });
    place("band-col", { x });
    place("cursor", { x, y });
    say(map);
  }

  function place(id, where) {
    const element = document.getElementById(id);
    for (const [name, value] of Object.entries(where)) element.setAttribute(name, value);
    element.setAttribute("visibility", "visible");
  }

  const value = (map) => (map.cells && map.a !== null ? map.cells[map.a][map.b] : null);

  function say(map) {
    if (map.a === null) return;
    const f = value(map);
    const offset = f === null ? "" : f - map.b < 0 ? "−" + (map.b - f) : "+" + (f - map.b);
    document.getElementById("cell").textContent =
      f === null
        ? `a = ${map.a}, b = ${map.b}`
        : `a = ${map.a}, b = ${map.b}: f(a,b) = ${f}, offset ${offset}`;
  }

  function open(map) {
    const f = value(map);
    if (f === null) return;
    const parameters = { position: `[${map.a},${map.b},${f}]`, game: map.svg.dataset.game };
    location.assign("/solve?" + new URLSearchParams(parameters));
  }

  addEventListener("DOMContentLoaded", start);
  document.addEventListener("swapped", start);
  start();
})();

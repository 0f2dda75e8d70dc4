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
    map = { mode, modulus, touched: null, svg, box, rows: number("rows"), cols: number("cols"), cells: null, a: null, b: null };
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
    const link = document.getElementById("open");
    link.hidden = f === null;
    if (f !== null) link.href = address(map, f);
  }

  const address = (map, f) =>
    "/solve?" +
    new URLSearchParams({ position: `[${map.a},${map.b},${f}]`, game: map.svg.dataset.game });

  function open(map) {
    const f = value(map);
    if (f === null) return;
    location.assign(address(map, f));
  }

  addEventListener("DOMContentLoaded", start);
  document.addEventListener("swapped", start);
  start();
})();

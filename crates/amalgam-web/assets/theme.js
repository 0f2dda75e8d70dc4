// Light or dark: the system's choice, unless this browser was told otherwise.
"use strict";
(() => {
  const root = document.documentElement;
  const order = ["system", "light", "dark"];
  const names = { system: "◐", light: "☀", dark: "☾" };
  const stored = () => {
    try {
      const theme = localStorage.getItem("theme");
      return order.includes(theme) ? theme : "system";
    } catch {
      return "system"; // storage may be forbidden
    }
  };
  const apply = (theme) => {
    if (theme === "system") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", theme);
  };
  let theme = stored();
  apply(theme);
  // On a wall everything is large; that lasts as long as the window.
  const onWall = () => {
    try {
      return sessionStorage.getItem("wall") === "1";
    } catch {
      return false;
    }
  };
  root.toggleAttribute("data-wall", onWall());
  addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    const say = () => {
      button.textContent = names[theme];
      button.setAttribute("aria-label", "Theme: " + { system: "as the system", light: "light", dark: "dark" }[theme]);
    };
    button.hidden = false;
    say();
    const wall = document.getElementById("wall");
    wall.hidden = false;
    const show = () => {
      const on = root.hasAttribute("data-wall");
      wall.setAttribute("aria-pressed", on);
      wall.textContent = on ? "✕ Close" : "Projector";
    };
    show();
    wall.addEventListener("click", () => {
      const on = root.toggleAttribute("data-wall");
      show();
      try {
        sessionStorage.setItem("wall", on ? "1" : "0");
      } catch {
        // then it lasts as long as the page
      }
    });
    button.addEventListener("click", () => {
      theme = order[(order.indexOf(theme) + 1) % order.length];
      try {
        localStorage.setItem("theme", theme);
      } catch {
        // then it lasts as long as the page
      }
      apply(theme);
      say();
      document.dispatchEvent(new CustomEvent("theme"));
    });
  });
})();

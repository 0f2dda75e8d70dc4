// Forms and links that replace a part of the page instead of all of it.
//
// `<form data-swap="#id">` and `<a data-swap="#id">` work without this script: they lead to whole
// pages. With it, the same page is fetched and only `#id` is taken from it, the address changes as
// it would have, and Back goes back. A field with `data-live` sends its form whenever it changes;
// a button with `data-copy` copies the text of the element it names.
"use strict";
(() => {
  let running = null;

  async function swap(url, selector, push) {
    if (running) running.abort();
    const mine = (running = new AbortController());
    const old = document.querySelector(selector);
    if (!old) return location.assign(url);
    old.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(url, { signal: mine.signal, headers: { accept: "text/html" } });
      const text = await response.text();
      const page = new DOMParser().parseFromString(text, "text/html");
      const fresh = page.querySelector(selector) || page.querySelector("main");
      document.title = page.title;
      document.querySelector(selector).replaceWith(document.adoptNode(fresh));
      if (push) history.pushState({}, "", url);
      document.dispatchEvent(new CustomEvent("swapped"));
    } catch (error) {
      if (error.name === "AbortError") return; // a newer request has taken over
      location.assign(url);
    } finally {
      if (running === mine) {
        running = null;
        const now = document.querySelector(selector);
        if (now) now.removeAttribute("aria-busy");
      }
    }
  }

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-swap]");
    if (!form || form.method !== "get") return;
    event.preventDefault();
    const url = new URL(form.action);
    const filled = [...new FormData(form, event.submitter)].filter(([, value]) => value !== "");
    url.search = new URLSearchParams(filled).toString();
    swap(url.href, form.dataset.swap, true);
  });

  document.addEventListener("click", (event) => {
    const copy = event.target.closest("button[data-copy]");
    if (copy) return copyText(copy);
    const link = event.target.closest("a[data-swap]");
    const plain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey);
    if (!link || !plain) return;
    event.preventDefault();
    swap(link.href, link.dataset.swap, true);
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-live]")) event.target.form.requestSubmit();
  });

  // `data-poll="#id"`: something is still under way, so look again soon.
  const poll = () => {
    const waiting = document.querySelector("[data-poll]");
    if (waiting) setTimeout(() => running || swap(location.href, waiting.dataset.poll, false), 1500);
  };
  document.addEventListener("swapped", poll);
  poll();

  addEventListener("popstate", () => swap(location.href, "main", false));

  async function copyText(button) {
    const text = document.querySelector(button.dataset.copy).textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Select and copy";
    }
  }
})();

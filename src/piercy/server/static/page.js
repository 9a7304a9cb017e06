// What every page does: the switch between light and dark, and secret links.
import "./links.js";
import { keepShape } from "./left.js";
import { root } from "./root.js";

const html = document.documentElement;

function dark() {
  const set = html.dataset.theme;
  return set ? set === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-theme-switch]")) return;
  html.dataset.theme = dark() ? "light" : "dark";
  document.cookie = `theme=${html.dataset.theme};path=${root}/;max-age=31536000;samesite=lax`;
});

keepShape();

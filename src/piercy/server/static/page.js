// What every page does: the switch between light and dark, and secret links.
import "./links.js";

const root = document.documentElement;

function dark() {
  const set = root.dataset.theme;
  return set ? set === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-theme-switch]")) return;
  root.dataset.theme = dark() ? "light" : "dark";
  document.cookie = `theme=${root.dataset.theme};path=/;max-age=31536000;samesite=lax`;
});

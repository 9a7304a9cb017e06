// The table: clicks on the map, live updates, keys, the history slider and the tabs of small screens.
// No rule is known here: what can be clicked, and where it leads, comes with the page.
import { root } from "./root.js";
import { panZoom } from "./zoom.js";

const body = document.body;
let source = null, waiting = null, reached = 0, stirred = false;

const table = () => document.getElementById("table");
const json = (id) => JSON.parse(document.getElementById(id)?.textContent || "{}");

function go(address) {
  return htmx.ajax("GET", address, { source: table(), target: "#table", select: "#table", swap: "outerHTML show:none" });
}

function follow(address) {
  history.pushState({ htmx: true }, "", address);
  go(address);
}

function furnishMap() {
  const map = document.getElementById("map");
  if (!map) return;
  const lit = json("lit"), hexes = json("hexes"), hover = document.getElementById("hover");
  const zoom = panZoom(map);
  const playable = Object.keys(lit).length > 0;
  const spot = (event) => event.target.closest?.("[data-hex]")?.dataset.hex;
  map.querySelectorAll("[data-hex]").forEach((hex) => hex.classList.toggle("lit", hex.dataset.hex in lit));
  map.addEventListener("click", (event) => {
    const name = spot(event);
    if (!name || zoom?.dragged()) return;
    if (name in lit) follow(lit[name]);
    else if (playable) follow(`${root}/games/${table().dataset.game}?why=${encodeURIComponent(name)}`);
  });
  map.addEventListener("pointerover", (event) => {
    const name = spot(event);
    if (name) hover.textContent = hexes[name] ?? name;
  });
  document.querySelectorAll("[data-zoom]").forEach((button) =>
    button.addEventListener("click", () => zoom.step(button.dataset.zoom)));
  // a choice in the list lights its hex on the map
  document.querySelectorAll("[data-spot]").forEach((link) => {
    const hex = map.querySelector(`[data-hex="${CSS.escape(link.dataset.spot)}"]`);
    for (const [name, on] of [["mouseenter", true], ["focus", true], ["mouseleave", false], ["blur", false]]) {
      link.addEventListener(name, () => hex?.classList.toggle("pointed", on));
    }
  });
}

function furnishSlider() {
  const slider = document.getElementById("slider");
  const count = slider?.parentElement.querySelector("output");
  slider?.addEventListener("input", () => { count.textContent = `${slider.value}/${slider.max}`; });
  slider?.addEventListener("change", () =>
    follow(slider.value === slider.max ? `${root}/games/${table().dataset.game}` : slider.dataset.href + slider.value));
}

function furnish() {
  furnishMap();
  furnishSlider();
  showTab(body.dataset.tab || "play");
  refresh(reached); // an answer may have been overtaken by a later move
}

function listen() {
  source = new EventSource(`${root}/api/games/${table().dataset.game}/events`);
  source.onmessage = (event) => refresh(Number(event.data));
  source.addEventListener("stir", () => refresh(0, true));
  addEventListener("pagehide", () => source.close());
}

function refresh(seq, anyway = false) {
  reached = Math.max(reached, seq);
  stirred ||= anyway;
  // several moves in a row are shown as one change; what this page did itself it knows already
  waiting ??= setTimeout(() => {
    waiting = null;
    const here = table(), news = stirred || reached > Number(here.dataset.seq);
    stirred = false;
    if (!news || here.dataset.live !== "1") return;
    const shown = new URLSearchParams(location.search).get("show");
    const address = `${root}/games/${here.dataset.game}${shown ? `?show=${shown}` : ""}`;
    history.replaceState(history.state, "", address);
    go(address);
  }, 80);
}

function showTab(name) {
  body.dataset.tab = name;
  document.querySelectorAll(".tabs [data-tab]").forEach((button) =>
    button.setAttribute("aria-pressed", String(button.dataset.tab === name)));
}

document.querySelectorAll(".tabs [data-tab]").forEach((button) =>
  button.addEventListener("click", () => showTab(button.dataset.tab)));

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  const press = (id) => document.getElementById(id)?.click();
  const choices = [...document.querySelectorAll("#panel [data-choice]")].filter((c) => c.offsetParent !== null);
  if (event.key >= "1" && event.key <= "9") choices[Number(event.key) - 1]?.click();
  else if (event.key === "Escape") press("cancel");
  else if (event.key === "u") press("undo");
  else if (event.key === "r") press("redo");
  else if (event.key === "p") press("pass");
  else if (event.key === "l") {
    document.querySelectorAll(".hex-list").forEach((list) => { list.open = !list.open; });
    document.querySelector(".hex-list [data-choice]")?.focus();
  } else if (event.key === ",") press("back");
  else if (event.key === ".") press("forth");
  else if (event.key === "+" || event.key === "-") document.querySelector(`[data-zoom=${event.key === "+" ? "in" : "out"}]`)?.click();
  else return;
  event.preventDefault();
});

// an error is told in the panel, and the rest of the table stays as it is
document.addEventListener("htmx:afterSwap", (event) => event.detail.target.id === "panel" || furnish());
addEventListener("popstate", () => go(location.pathname + location.search));
furnish();
listen();

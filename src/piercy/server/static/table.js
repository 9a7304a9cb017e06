// The table: clicks on the map, panes, live updates, keys, the history slider and the tabs of small screens.
// No rule is known here: what can be clicked, and where it leads, comes with the page.
import { keep, keepShape, kept, shape } from "./left.js";
import { root } from "./root.js";
import { sheet } from "./keys.js";
import { look } from "./look.js";
import { panZoom } from "./zoom.js";

const body = document.body;
const ZOOMS = { "+": "in", "-": "out", c: "here", m: "whole" };
const places = new Map();
let chosenLog = "";
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
  const zoom = panZoom(map, table().dataset.game);
  const playable = Object.keys(lit).length > 0;
  const spot = (event) => event.target.closest?.("[data-hex]")?.dataset.hex;
  map.querySelectorAll("[data-hex]").forEach((hex) => hex.classList.toggle("lit", hex.dataset.hex in lit));
  map.addEventListener("click", (event) => {
    const name = spot(event);
    if (!name || zoom?.dragged()) return;
    if (name in lit && zoom?.near(event, event.target.closest("[data-hex]"))) return;
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

// What folds and grows is kept for the next page; what was scrolled stays where it was.
function furnishPanes() {
  const scrolled = new Map(places);
  document.querySelectorAll("#table [data-keep]").forEach((box) => {
    box.scrollTop = scrolled.get(box.id) ?? 0;
    box.addEventListener("scroll", () => places.set(box.id, box.scrollTop), { passive: true });
  });
  document.querySelectorAll("[data-show]").forEach((link) =>
    link.addEventListener("click", () => keep(table().dataset.moment, link.dataset.show)));
  const side = (name) => document.querySelector(`.side-pane[data-pane="${name}"]`);
  const open = (name) => (side(name)?.getClientRects().length ?? 0) > 0;
  const set = (name, state) => {
    keep(`fold-${name}`, ["folded", "open", "grown"].indexOf(state));
    side(name)?.classList.remove("auto", "folded", "open", "grown");
    side(name)?.classList.add(state);
  };
  const shrink = () => document.querySelectorAll(".side-pane.grown").forEach((pane) => set(pane.dataset.pane, "open"));
  const tell = () => {
    document.querySelectorAll("[data-fold]").forEach((button) => button.setAttribute("aria-expanded", String(open(button.dataset.fold))));
    document.querySelectorAll("[data-grow]").forEach((button) =>
      button.setAttribute("aria-pressed", String(side(button.dataset.grow).classList.contains("grown"))));
  };
  document.querySelectorAll("[data-fold]").forEach((button) => button.addEventListener("click", () => {
    const name = button.dataset.fold, shut = open(name);
    shrink();
    set(name, shut ? "folded" : "open");
    // what has to be drawn comes from the server
    if ("fetch" in button.dataset) go(location.pathname + location.search);
    tell();
  }));
  document.querySelectorAll("[data-grow]").forEach((button) => button.addEventListener("click", () => {
    const name = button.dataset.grow, grown = side(name).classList.contains("grown");
    shrink();
    if (!grown) set(name, "grown");
    tell();
  }));
  document.querySelectorAll("[data-open]").forEach((details) =>
    details.addEventListener("toggle", () => keep(details.dataset.open, Number(details.open))));
  document.getElementById("safe-colours")?.addEventListener("change", (event) => {
    keep("colours", event.target.checked ? "safe" : "usual");
    document.documentElement.dataset.colours = event.target.checked ? "safe" : "usual";
  });
  document.getElementById("turn-map")?.addEventListener("click", (event) => {
    keep("turned", event.currentTarget.getAttribute("aria-pressed") === "true" ? 0 : 1);
    go(location.pathname + location.search);
  });
  tell();
}

// Columns of the stage are sorted by a click on their heads: upwards, then downwards.
function furnishSheets() {
  const number = (text) => Number(text.replace(/[^\d.-]/g, "") || "NaN");
  document.querySelectorAll(".stage .sheet").forEach((sheet) => {
    const heads = [...sheet.tHead.rows[0].cells], rows = sheet.tBodies[0];
    heads.forEach((head, at) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sorts";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const value = (row) => row.cells[at].textContent.trim();
        const compare = (a, b) => {
          const [x, y] = [number(value(a)), number(value(b))];
          return Number.isNaN(x) || Number.isNaN(y) ? Number.isNaN(y) - Number.isNaN(x) || value(a).localeCompare(value(b)) : x - y;
        };
        rows.append(...[...rows.rows].sort((a, b) => (down ? compare(b, a) : compare(a, b))));
      });
    });
  });
}

// the log of one player or company alone
function furnishLog() {
  const of = document.getElementById("log-of");
  if (!of) return;
  const choose = () => {
    chosenLog = of.value;
    const name = chosenLog && new RegExp(`(^|[^\\p{L}\\d])${chosenLog.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}($|[^\\p{L}\\d])`, "u");
    document.querySelectorAll("#stage-log .log li:not(.round-head)").forEach((line) => {
      line.hidden = Boolean(name) && !name.test(line.textContent);
    });
  };
  of.value = [...of.options].some((option) => option.value === chosenLog) ? chosenLog : "";
  of.addEventListener("change", choose);
  choose();
}

// a tall board lies as fits the screen, unless the viewer chose
function turnToFit() {
  const map = document.getElementById("map");
  keepShape();
  if (map?.dataset.tall !== "1" || kept("turned") !== null || map.dataset.turned === String(Number(shape() === "wide"))) return;
  go(location.pathname + location.search);
}

function furnish() {
  furnishMap();
  furnishPanes();
  furnishSheets();
  furnishLog();
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
  const press = (id, button) => (button ?? document.getElementById(id))?.click();
  const choices = [...document.querySelectorAll("#panel [data-choice]")].filter((c) => c.offsetParent !== null);
  if (event.key === "?") sheet();
  else if (document.getElementById("keys")?.open) return;
  else if (event.key === "Enter") {
    // on a control Enter does what the control does
    if (event.target !== body) return;
    press("confirm");
  } else if (event.key >= "1" && event.key <= "9") choices[Number(event.key) - 1]?.click();
  else if (event.key === "Escape") press("cancel");
  else if (event.key === "u") press("undo");
  else if (event.key === "r") press("redo");
  else if (event.key === "p") press("pass");
  else if (event.key === "l") {
    document.querySelectorAll(".hex-list").forEach((list) => { list.open = !list.open; });
    document.querySelector(".hex-list [data-choice]")?.focus();
  } else if (event.key === ",") press("back");
  else if (event.key === ".") press("forth");
  else if (event.key in ZOOMS) press("pane-map", document.querySelector(`[data-zoom=${ZOOMS[event.key]}]`));
  else return;
  event.preventDefault();
});

// an error is told in the panel, and the rest of the table stays as it is
document.addEventListener("htmx:afterSwap", (event) => event.detail.target.id === "panel" || furnish());
addEventListener("popstate", () => go(location.pathname + location.search));
furnish();
turnToFit();
addEventListener("resize", turnToFit);
look();
listen();

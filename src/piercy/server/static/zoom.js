// The part of the map that is shown: a centre and a scale in pixels per unit. It opens where something can be
// done, large enough to be read; what the viewer moves stays as it is moved, also after an action and a reload.
const HEX = 86.6, SMALLEST = 6.1, MIDDLE = 8.15, FINGER = 40, LARGEST = 3;

let view = null; // what the viewer chose: {x, y, scale}; null: the page looks after itself
let shown = null; // what is shown now
let wholeBoard = false; // whether all of it is shown for a while
let place = ""; // the name under which the browser keeps the view

function board(svg) {
  svg.dataset.whole ??= svg.getAttribute("viewBox");
  const [x, y, w, h] = svg.dataset.whole.split(" ").map(Number);
  return { x, y, w, h };
}

function sizes(svg) {
  const found = [...svg.querySelectorAll("text")].map((text) => Number(text.getAttribute("font-size"))).sort((a, b) => a - b);
  return { least: found[0] ?? 10, median: found[found.length >> 1] ?? 10 };
}

const middle = (mark) => {
  const box = mark.getBBox(), at = mark.transform?.baseVal.consolidate()?.matrix;
  return { x: box.x + box.width / 2 + (at?.e ?? 0), y: box.y + box.height / 2 + (at?.f ?? 0) };
};

// what the page should show: lit hexes, else a way, else the company's tokens, else all
function marks(map, svg) {
  const lit = [...svg.querySelectorAll("[data-highlight]")].map(middle);
  if (lit.length) return lit;
  const ways = [...svg.querySelectorAll(".route path")].map((way) => way.getBBox());
  if (ways.length) return ways.flatMap((box) => [{ x: box.x, y: box.y }, { x: box.x + box.width, y: box.y + box.height }]);
  const own = map.dataset.company && svg.querySelectorAll(`.token[data-company="${CSS.escape(map.dataset.company)}"]`);
  const found = [...(own?.length ? own : svg.querySelectorAll(".token"))];
  return found.map((token) => {
    const disc = token.querySelector("circle"), hex = token.parentElement.transform.baseVal.consolidate()?.matrix;
    return { x: Number(disc.getAttribute("cx")) + (hex?.e ?? 0), y: Number(disc.getAttribute("cy")) + (hex?.f ?? 0) };
  });
}

const inside = (spot, at, wide, high) => Math.abs(spot.x - at.x) <= wide / 2 - HEX / 2 && Math.abs(spot.y - at.y) <= high / 2 - HEX / 2;

function fitting(map, all) {
  return Math.min(map.clientWidth / all.w, map.clientHeight / all.h);
}

// the best view: all marks in the middle if they fit, else the place from which most of them are seen
function own(map, svg) {
  const all = board(svg), fit = fitting(map, all), spots = marks(map, svg);
  const { least, median } = sizes(svg);
  let scale = Math.max(fit, SMALLEST / least, MIDDLE / median);
  // where nearly all of the board can be read, all of it is shown
  if (map.clientWidth > 1000 && fit > 0.88 * scale) scale = fit;
  if (!spots.length) return { x: all.x + all.w / 2, y: all.y + all.h / 2, scale };
  const xs = spots.map((spot) => spot.x), ys = spots.map((spot) => spot.y);
  const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  const around = Math.min(map.clientWidth / (box.right - box.left + 1.3 * HEX), map.clientHeight / (box.bottom - box.top + 1.3 * HEX));
  // on a phone all that is lit is shown first, and a tap brings it near
  if (map.clientWidth < 600) scale = Math.max(fit, Math.min(scale, around));
  const wide = map.clientWidth / scale, high = map.clientHeight / scale;
  const centre = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  const seen = (at) => spots.filter((spot) => inside(spot, clamped(at, all, wide, high), wide, high)).length;
  let best = centre, most = seen(centre);
  if (most < spots.length) {
    for (const spot of spots) {
      const count = seen(spot);
      if (count > most) [best, most] = [spot, count];
    }
  }
  // what is shown already stays where it is, if as much can be seen there
  if (shown && Math.abs(shown.scale - scale) < 0.01 && seen(shown) >= most) best = shown;
  return { x: best.x, y: best.y, scale };
}

function clamped(at, all, wide, high) {
  const within = (value, start, size, room) =>
    room >= size ? start + size / 2 : Math.min(Math.max(value, start + room / 2), start + size - room / 2);
  return { x: within(at.x, all.x, all.w, wide), y: within(at.y, all.y, all.h, high) };
}

function draw(map, svg) {
  if (!map.clientWidth || !map.clientHeight) return;
  const all = board(svg), fit = fitting(map, all);
  const wanted = wholeBoard ? { x: all.x + all.w / 2, y: all.y + all.h / 2, scale: fit } : view ?? own(map, svg);
  const scale = Math.min(Math.max(wanted.scale, Math.min(fit, 1) * 0.9), LARGEST);
  const wide = map.clientWidth / scale, high = map.clientHeight / scale;
  const at = clamped(wanted, all, wide, high);
  if (!wholeBoard) shown = { ...at, scale };
  svg.setAttribute("viewBox", `${at.x - wide / 2} ${at.y - high / 2} ${wide} ${high}`);
  svg.dataset.scale = scale;
  const lit = [...svg.querySelectorAll("[data-highlight]")];
  const hidden = lit.length > 0 && !lit.some((mark) => inside(middle(mark), at, wide + HEX, high + HEX));
  document.querySelector('[data-zoom="here"]')?.classList.toggle("beckons", hidden);
  document.querySelector('[data-zoom="whole"]')?.setAttribute("aria-pressed", String(wholeBoard));
}

function remember() {
  if (view) localStorage.setItem(place, JSON.stringify(view));
  else localStorage.removeItem(place);
}

function recall(name) {
  if (name === place) return;
  place = name;
  shown = null;
  try { view = JSON.parse(localStorage.getItem(place)); } catch { view = null; }
}

function at(svg, event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return { x: point.x, y: point.y };
}

export function panZoom(map, name) {
  const svg = map.querySelector("svg");
  if (!svg) return;
  recall(`map ${name} ${map.dataset.turned}`);
  draw(map, svg);
  new ResizeObserver(() => draw(map, svg)).observe(map);
  const fingers = new Map();
  let moved = 0;

  function zoom(factor, point) {
    const from = wholeBoard ? { ...middleOf(), scale: Number(svg.dataset.scale) } : shown ?? own(map, svg);
    const scale = Math.min(Math.max(from.scale * factor, fitting(map, board(svg)) * 0.9), LARGEST);
    const held = point ?? from, share = from.scale / scale;
    wholeBoard = false;
    view = { x: held.x + (from.x - held.x) * share, y: held.y + (from.y - held.y) * share, scale };
    settle();
  }
  function middleOf() {
    const [x, y, w, h] = svg.getAttribute("viewBox").split(" ").map(Number);
    return { x: x + w / 2, y: y + h / 2 };
  }
  function settle() {
    draw(map, svg);
    if (view) view = { ...shown };
    remember();
  }

  map.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1 / 1.15 : 1.15, at(svg, event));
  }, { passive: false });
  map.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    moved = 0;
  });
  map.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const from = at(svg, before), to = at(svg, event);
    moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
    if (fingers.size === 2) {
      const [other] = [...fingers.values()].filter((f) => f.pointerId !== event.pointerId);
      const far = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1;
      zoom(far(event, other) / far(before, other), at(svg, other));
    } else if (!wholeBoard && moved > 6) {
      view = { ...shown, x: shown.x + from.x - to.x, y: shown.y + from.y - to.y };
      settle();
    }
    if (moved > 6) map.setPointerCapture(event.pointerId);
    if (moved > 6 || fingers.size === 2) fingers.set(event.pointerId, event);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    map.addEventListener(end, (event) => fingers.delete(event.pointerId));
  }
  return {
    dragged: () => moved > 6,
    // a target too small for a finger comes near first; false: it is large enough
    near: (event, hex) => {
      const touch = event.pointerType === "touch" || matchMedia("(pointer: coarse)").matches;
      const scale = Number(svg.dataset.scale);
      if (!touch || scale * HEX >= FINGER) return false;
      wholeBoard = false;
      view = { ...middle(hex), scale: Math.max((FINGER * 1.3) / HEX, scale * 1.6) };
      settle();
      return true;
    },
    step: (kind) => {
      if (kind === "whole") wholeBoard = !wholeBoard;
      else if (kind === "here") {
        wholeBoard = false;
        view = shown = null;
      } else return zoom(kind === "in" ? 1.35 : 1 / 1.35);
      settle();
    },
  };
}

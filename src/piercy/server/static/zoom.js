// Pan and zoom of the map: by wheel, drag, two fingers and buttons. The view outlives a change of the page.
let view = null; // what part of the map is shown: {x, y, w, h}; null: all of it
const least = 0.2;

function whole(svg) {
  if (!svg.dataset.whole) svg.dataset.whole = svg.getAttribute("viewBox");
  const [x, y, w, h] = svg.dataset.whole.split(" ").map(Number);
  return { x, y, w, h };
}

function show(svg) {
  const all = whole(svg);
  const v = view ?? all;
  svg.setAttribute("viewBox", `${v.x} ${v.y} ${v.w} ${v.h}`);
}

function zoom(svg, factor, point) {
  const all = whole(svg);
  const v = view ?? all;
  const w = Math.min(Math.max(v.w * factor, all.w * least), all.w * 1.2);
  const scale = w / v.w;
  const centre = point ?? { x: v.x + v.w / 2, y: v.y + v.h / 2 };
  view = {
    x: centre.x - (centre.x - v.x) * scale,
    y: centre.y - (centre.y - v.y) * scale,
    w,
    h: v.h * scale,
  };
  show(svg);
}

function at(svg, event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return { x: point.x, y: point.y };
}

function start(map, svg) {
  // a board much taller than its room is shown in full width, around what matters
  const all = whole(svg);
  const shape = map.clientHeight / map.clientWidth;
  if (!map.closest(".tall") || !map.clientWidth || all.h / all.w < shape * 1.35) return;
  const marks = [...svg.querySelectorAll("[data-highlight]")];
  const boxes = (marks.length ? marks : [...svg.querySelectorAll(".token")]).map((mark) => {
    const box = mark.getBoundingClientRect(), here = at(svg, { clientX: box.x, clientY: box.y + box.height / 2 });
    return here.y;
  });
  const h = Math.max(all.w * shape, all.h * 0.55);
  const middle = boxes.length ? (Math.min(...boxes) + Math.max(...boxes)) / 2 : all.y + all.h / 2;
  view = { x: all.x + all.w / 2 - h / shape / 2, w: h / shape, h, y: Math.min(Math.max(middle - h / 2, all.y), all.y + all.h - h) };
}

// a board shown in part moves to where something can be done
function reveal(map, svg) {
  const marks = view && map.closest(".tall") ? [...svg.querySelectorAll("[data-highlight]")] : [];
  if (!marks.length) return;
  const heights = marks.map((mark) => {
    const box = mark.getBoundingClientRect();
    return at(svg, { clientX: box.x, clientY: box.y + box.height / 2 }).y;
  });
  const top = Math.min(...heights), bottom = Math.max(...heights), all = whole(svg);
  if (top >= view.y && bottom <= view.y + view.h) return;
  const y = (top + bottom - view.h) / 2;
  view = bottom - top > view.h ? { ...all } : { ...view, y: Math.min(Math.max(y, all.y), all.y + all.h - view.h) };
  show(svg);
}

let started = false;

export function panZoom(map) {
  const svg = map.querySelector("svg");
  if (!svg) return;
  if (!started) {
    started = true;
    start(map, svg);
  }
  show(svg);
  reveal(map, svg);
  const fingers = new Map();
  let moved = 0;

  map.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(svg, event.deltaY > 0 ? 1.15 : 1 / 1.15, at(svg, event));
  }, { passive: false });

  map.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    moved = 0;
  });
  map.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const from = at(svg, before), to = at(svg, event);
    if (fingers.size === 2) {
      const [other] = [...fingers.values()].filter((f) => f.pointerId !== event.pointerId);
      const far = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1;
      zoom(svg, far(before, other) / far(event, other), at(svg, other));
    } else if (view) {
      view = { ...view, x: view.x + from.x - to.x, y: view.y + from.y - to.y };
      show(svg);
    }
    moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
    if (moved > 6) map.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, event);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    map.addEventListener(end, (event) => fingers.delete(event.pointerId));
  }
  return {
    dragged: () => moved > 6,
    step: (kind) => {
      if (kind === "fit") {
        view = null;
        show(svg);
      } else {
        zoom(svg, kind === "in" ? 1 / 1.35 : 1.35);
      }
    },
  };
}

// What the mouse rests on is shown as if it were picked, and a click on what is shown confirms it: so a tile
// takes two clicks. Where there is no mouse the first touch shows, and the second confirms.
const REST = 120; // milliseconds until the mouse rests

let rested = null;

function shown(link, page) {
  const preview = document.getElementById("preview"), map = document.querySelector("#map > svg");
  const next = page.getElementById("preview"), drawn = page.querySelector("#map > svg");
  if (!preview || !next) return;
  preview.innerHTML = next.innerHTML;
  htmx.process(preview);
  if (map && drawn) {
    map.innerHTML = drawn.innerHTML;
    const lit = JSON.parse(document.getElementById("lit")?.textContent || "{}");
    map.querySelectorAll("[data-hex]").forEach((hex) => hex.classList.toggle("lit", hex.dataset.hex in lit));
  }
  document.querySelectorAll(".confirm .picks [aria-current]").forEach((other) => other.removeAttribute("aria-current"));
  link.setAttribute("aria-current", "true");
  history.replaceState(history.state, "", link.href);
}

async function rest(link) {
  if (rested !== link || !link.isConnected) return;
  const answer = await fetch(link.href).catch(() => null);
  const text = answer?.ok ? await answer.text() : "";
  if (text && rested === link && link.isConnected) shown(link, new DOMParser().parseFromString(text, "text/html"));
}

export function look() {
  document.addEventListener("pointerover", (event) => {
    const link = event.pointerType === "mouse" && event.target.closest?.(".confirm .pictures [data-choice]");
    if (link === rested) return;
    rested = link || null;
    if (link && !link.hasAttribute("aria-current")) setTimeout(rest, REST, link);
  });
  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || !event.target.closest?.(".confirm .picks [aria-current]")) return;
    event.preventDefault();
    event.stopPropagation();
    document.getElementById("confirm")?.click();
  }, true);
}

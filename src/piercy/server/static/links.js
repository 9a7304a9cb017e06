// Secret links. What stands behind the # of an address is never sent with it; it is handed over here once, and
// the address is cleaned. The buttons beside the links of a table copy them.
import { root } from "./root.js";

function handOver() {
  const [, kind, key] = location.hash.match(/^#(host|seat)=([\w-]+)$/) ?? [];
  const [, game] = location.pathname.slice(root.length).match(/^\/games\/(\w+)$/) ?? [];
  if (!kind || (kind === "seat" && !game)) return;
  const back = location.pathname.slice(root.length) + location.search;
  history.replaceState(history.state, "", root + back);
  const form = document.createElement("form");
  form.method = "post";
  form.action = root + (kind === "host" ? "/host" : `/games/${game}/seat`);
  for (const [name, value] of Object.entries(kind === "host" ? { key, back } : { key })) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

// the browser knows best by which name others can call the server
document.querySelectorAll("input[data-link]").forEach((field) => {
  field.value = (field.dataset.base || location.origin) + field.dataset.link;
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  // without https there is no clipboard but this old one
  try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
  button.textContent = button.dataset.done;
});

addEventListener("hashchange", handOver);
handOver();

// How the viewer leaves the table: kept in the browser, and sent along so that a page comes as it was left.
import { root } from "./root.js";

const name = "table";

function read() {
  const found = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  return new URLSearchParams(found?.slice(name.length + 1) ?? "");
}

export const kept = (key) => read().get(key);

export function keep(key, value) {
  const all = read();
  all.set(key, value);
  document.cookie = `${name}=${all};path=${root}/;max-age=31536000;samesite=lax`;
}

// the shape of the screen, so that a tall board can lie on its side where there is room
export const shape = () => (innerWidth > innerHeight ? "wide" : "high");

export function keepShape() {
  if (kept("screen") !== shape()) keep("screen", shape());
}

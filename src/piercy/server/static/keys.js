// The sheet of keys, which a key shows and hides.
export function sheet() {
  const keys = document.getElementById("keys");
  if (!keys) return;
  if (keys.open) keys.close();
  else keys.showModal();
}

document.addEventListener("click", (event) => {
  const keys = document.getElementById("keys");
  if (event.target.closest("[data-keys]") || (keys?.open && event.target === keys)) sheet();
});

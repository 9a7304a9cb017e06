// The path under which the server lies; nothing if it has its host for itself.
export const root = document.documentElement.dataset.root ?? "";

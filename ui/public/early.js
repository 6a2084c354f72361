// Runs before the first paint: the remembered theme, else the system's, so that the page never flashes.
(function () {
  var kept = null;
  try {
    kept = JSON.parse(localStorage.getItem("billes") || "{}").theme;
  } catch (error) {
    // A private window may refuse storage; the system's theme then serves.
  }
  var dark = kept === "dark" || (kept !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();

// Runs before the first paint: the remembered theme, else the system's, so that the page never flashes; and the
// sentences of the remembered language are asked for before the page's script is there to use them.
(function () {
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("billes") || "{}") || {};
  } catch (error) {
    // A private window may refuse storage; the system's theme then serves.
  }
  var dark = kept.theme === "dark" || (kept.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  if (typeof kept.language !== "string") return;
  var link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous" });
  link.href = "/api/sentences/" + encodeURIComponent(kept.language);
  document.head.appendChild(link);
})();

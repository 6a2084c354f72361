// Runs before the first paint: the remembered theme, else the system's, so that the page never flashes; and the
// sentences of the remembered language, and the boards on the cards of the first page in that theme, are asked for before
// the page's script is there to use them.
(function () {
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("billes") || "{}") || {};
  } catch (error) {
    // A private window may refuse storage; the system's theme then serves.
  }
  var dark = kept.theme === "dark" || (kept.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  var base = document.documentElement.dataset.base || "";
  function ask(path, more) {
    document.head.appendChild(Object.assign(document.createElement("link"), { rel: "preload", href: base + path }, more));
  }
  if (typeof kept.language === "string")
    ask("/api/sentences/" + encodeURIComponent(kept.language), { as: "fetch", crossOrigin: "anonymous" });
  var cards = document.querySelector("meta[name=cards]");
  (cards ? cards.content.split(" ") : []).forEach(function (game) {
    ask("/api/pictures/card-" + game + (dark ? "-dark.svg" : "-light.svg"), { as: "image" });
  });
})();

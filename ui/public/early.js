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
  var page = document.documentElement;
  page.dataset.theme = dark ? "dark" : "light";
  // A page from static files finds out where it lies and which language is read; a server tells both.
  var root = page.dataset.root;
  if (root) page.dataset.base = new URL(root, location.href).pathname.replace(/\/$/, "");
  // Their addresses are taken anew whenever the page's own changes: relative ones would then lead nowhere.
  if (root)
    document.querySelectorAll("link[rel~=icon], link[rel=apple-touch-icon], link[rel=manifest]").forEach(function (link) {
      link.href = link.href;
    });
  (page.dataset.languages ? navigator.languages : []).some(function (tag) {
    var language = tag.toLowerCase().split("-")[0];
    var there = page.dataset.languages.split(" ").indexOf(language) >= 0;
    if (there) page.lang = language;
    return there;
  });
  var base = page.dataset.base || "";
  function ask(path, more) {
    document.head.appendChild(Object.assign(document.createElement("link"), { rel: "preload", href: base + path }, more));
  }
  if (root) ask("/answers/api/sentences/" + encodeURIComponent(kept.language || page.lang) + ".json", { as: "fetch", crossOrigin: "anonymous" });
  else if (typeof kept.language === "string")
    ask("/api/sentences/" + encodeURIComponent(kept.language), { as: "fetch", crossOrigin: "anonymous" });
  // Without a network, the first page stands for all others.
  var cards = (!root || location.pathname === base + "/") && document.querySelector("meta[name=cards]");
  (cards ? cards.content.split(" ") : []).forEach(function (game) {
    ask("/api/pictures/card-" + game + (dark ? "-dark.svg" : "-light.svg"), { as: "image" });
  });
})();

import { at } from "./lib/base";
import { mount } from "svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import App from "./App.svelte";
import { serverless } from "./server/backend";
import { sentences } from "./lib/sentences.svelte";

const target = document.getElementById("app")!;

/** Shows the page once its sentences are there; without them it says so, in the languages of `index.html`. */
async function begin(): Promise<void> {
  try {
    await sentences.start();
  } catch {
    const trouble = document.querySelector<HTMLTemplateElement>("#unreachable")!.content.cloneNode(true) as Element;
    trouble.querySelector("button")!.addEventListener("click", () => void begin());
    return target.replaceChildren(trouble);
  }
  target.replaceChildren();
  mount(App, { target });
}

void begin();

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  // A newer version of a site takes over for all its open pages at once, which then need its files.
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (serverless && controlled) location.reload();
    controlled = true;
  });
  addEventListener("load", () => {
    navigator.serviceWorker.register(at("/sw.js")).catch(() => {
      // Without it the page merely needs its server to open.
    });
  });
}

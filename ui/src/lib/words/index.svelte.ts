import { settings } from "../settings.svelte";
import { en, type Words } from "./en";
import { fr } from "./fr";

/** The page's words in the chosen language; reading it in a component follows the switch. */
export const words = (): Words => (settings.language === "fr" ? fr : en);

/** What marks are called. */

import { t } from "../lib/sentences.svelte";
import type { Marked } from "../server/messages";

export function markName(mark: Marked["mark"]): string {
  switch (mark) {
    case "best":
      return t("page.analysis.mark.best");
    case "good":
      return t("page.analysis.mark.good");
    case "doubtful":
      return t("page.analysis.mark.doubtful");
    case "mistake":
      return t("page.analysis.mark.mistake");
  }
}

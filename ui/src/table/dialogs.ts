/** The sheets a table can lay over itself: legal moves, played moves, menu, link, phrases, questions, preferences, keys. */
export type DialogName = "moves" | "list" | "menu" | "share" | "say" | "resign" | "undo" | "preferences" | "keys";

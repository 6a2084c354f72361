/** The sheets a table can lay over itself: legal moves, played moves, menu, link, phrases, resigning, preferences. */
export type DialogName = "moves" | "list" | "menu" | "share" | "say" | "resign" | "preferences";

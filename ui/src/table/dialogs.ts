/** The sheets a table can lay over itself: legal moves, played moves, menu, link, resigning, joining. */
export type DialogName = "moves" | "list" | "menu" | "share" | "resign";

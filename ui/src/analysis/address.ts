/** Addresses of the analysis: of a position, or of a table's game after some of its moves. */

export interface Wanted {
  game: string;
  variant: string;
  text: string;
  table: string;
  /** The last one where none is named. */
  ply: number;
}

export function wanted(query: URLSearchParams): Wanted {
  const ply = query.get("ply");
  return {
    game: query.get("game") ?? "",
    variant: query.get("variant") ?? "",
    text: (query.get("text") ?? query.get("position") ?? "").trim(),
    table: query.get("table") ?? "",
    ply: ply !== null && /^\d{1,6}$/.test(ply) ? Number(ply) : Infinity,
  };
}

/** The address of a position, without the server's name. */
export const positionAddress = (position: { game: string; variant: string; text: string }): string =>
  `/analysis?${new URLSearchParams({ game: position.game, variant: position.variant, text: position.text }).toString()}`;

export const tableAddress = (table: string, ply: number): string =>
  `/analysis?${new URLSearchParams({ table, ply: String(ply) }).toString()}`;

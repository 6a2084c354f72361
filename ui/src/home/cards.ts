/** How cards are laid in rows: as evenly as possible, so that none is left alone below full rows where it can be helped. */

/** The most cards that stand in a row, however wide it is: boards are the page. */
const MOST = 3;
/** The least width of a card on a wide screen. */
const LEAST = 220;

/** How many cards fit in a row of so many pixels. */
export const columnsIn = (width: number, narrow: boolean): number =>
  narrow ? 2 : Math.min(MOST, Math.max(1, Math.floor(width / LEAST)));

/** The cards row by row; the first rows have one more where they do not come out even. */
export function inRows<Card>(cards: readonly Card[], columns: number): Card[][] {
  const rows = Math.ceil(cards.length / columns);
  const least = Math.floor(cards.length / rows);
  const longer = cards.length % rows;
  const rest = [...cards];
  return Array.from({ length: rows || 0 }, (_, row) => rest.splice(0, least + (row < longer ? 1 : 0)));
}

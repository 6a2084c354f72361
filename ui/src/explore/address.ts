/** Addresses of positions of solved variants. */

export const exploreAddress = (position: { game: string; variant: string; text: string }): string =>
  `/explore/${position.game}/${position.variant}?${new URLSearchParams({ text: position.text }).toString()}`;

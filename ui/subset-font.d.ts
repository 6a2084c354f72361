declare module "subset-font" {
  /** A font with these characters only, and with some of its axes set. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: "woff2"; variationAxes: Record<string, number> },
  ): Promise<Buffer>;
}

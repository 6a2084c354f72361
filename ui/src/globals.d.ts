/** Names the state of the board's sources; set by the build. */
declare const __BOARD__: string;

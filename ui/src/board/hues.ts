/** The hues of ribbon glass, for marbles in space and flat ones alike. */
export const HUES = [0xe2502a, 0xf0a400, 0x2a9a62, 0x1f7fc4, 0x7b4cc2, 0xd8457f, 0x12aaa5];

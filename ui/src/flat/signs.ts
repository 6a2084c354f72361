/** The sign each player's marbles carry, so that colour is never the only difference. */
export const SIGN_OF: Record<string, string> = { ivory: "ring", night: "star", amber: "eye", celadon: "dots" };

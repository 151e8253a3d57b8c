/** How many requests an operation counts as, besides one: reading its text may cost more than answering many others. */
export const CHARGES = {
  /** Grows with the text, which is parsed, validated and perhaps compiled. */
  unseen: (text: string) => 4 + Math.floor(text.length / 1_000),
  refused: 9,
  /** Refused texts are remembered, so a repeat costs less. */
  refusedUnseen: 49,
} as const;

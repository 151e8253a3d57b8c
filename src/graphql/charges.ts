/** How many requests an operation counts as, besides one: reading its text may cost more than many answers. */
export const CHARGES = {
  /** One more for the length of its text, which is read, validated and perhaps compiled. */
  unseen: (text: string) => 4 + Math.floor(text.length / 1_000),
  refused: 9,
  /** A refused text is remembered, so repeating it costs no more. */
  refusedUnseen: 49,
} as const;

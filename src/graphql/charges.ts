/** What an operation counts as beyond one request: finding out what it is may cost more than answering many. */
export const CHARGES = {
  /** One more for the length of its text, which is read, validated and perhaps compiled. */
  unseen: (text: string) => 4 + Math.floor(text.length / 1_000),
  refused: 9,
  /** A text that is refused is remembered, so that repeating it is no worse. */
  refusedUnseen: 49,
} as const;

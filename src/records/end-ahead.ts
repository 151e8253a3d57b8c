/** When something ends. Null once it is over. */
export function endAhead(given: Date | string | null): Date | null {
  const end = given === null ? null : new Date(given);
  return end !== null && end > new Date() ? end : null;
}

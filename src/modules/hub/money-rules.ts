/** Of digits as the Decimal scalar takes them; `-0` is none. */
export const isNegative = (amount: string | null | undefined) => /^-.*[1-9]/.test(amount ?? '');

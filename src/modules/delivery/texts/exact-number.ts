import type { Comparable } from 'liquidjs';

/**
 * A number as the database writes it: texts compare it as a number and show each of its digits, which JavaScript may lack. As a
 * `Drop` it would be text again in `case`.
 */
export class ExactNumber extends String implements Comparable {
  /** Also to digits in quotation marks. */
  equals(other: unknown): boolean {
    if (other instanceof ExactNumber) return other.valueOf() === this.valueOf();
    return (typeof other === 'number' || typeof other === 'string') && other !== '' && Number(other) === Number(this);
  }

  gt(other: unknown): boolean {
    return Number(this) > Number(other);
  }

  geq(other: unknown): boolean {
    return Number(this) >= Number(other);
  }

  lt(other: unknown): boolean {
    return Number(this) < Number(other);
  }

  leq(other: unknown): boolean {
    return Number(this) <= Number(other);
  }
}

export const isNumeric = (field: string): boolean => /^custom\d_(?:int|dec)$/.test(field);

/** Makes numbers of the texts of those fields. */
export function withNumbers(values: Record<string, unknown>, fields: readonly string[]): void {
  for (const field of fields) {
    const text = values[field];
    if (typeof text === 'string') values[field] = new ExactNumber(text);
  }
}

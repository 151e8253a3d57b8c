import { ValidationError } from '../errors.ts';
import { messages } from '../input/validation-messages.ts';

const TAKEN: ReadonlySet<unknown> = new Set(['P2002', '23505']);

/** For a table with one unique key besides its id. Only the write can tell whether the key is free. */
export async function unlessTaken<T>(field: string, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (TAKEN.has((error as { code?: unknown }).code)) {
      throw new ValidationError({ [field]: [messages.taken(field)] });
    }
    throw error;
  }
}

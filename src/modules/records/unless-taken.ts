import { ValidationError } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';

/**
 * Runs a write of a table with one unique key beside its id. Only the write can tell whether the key is free: somebody
 * else may be taking it at this moment.
 */
export async function unlessTaken<T>(field: string, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') {
      throw new ValidationError({ [field]: [messages.taken(field)] });
    }
    throw error;
  }
}

import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/lists.ts';
import { NotFoundError, ValidationError } from '../../../errors.ts';
import type { Contact, Prisma } from '../../../generated/prisma/client.ts';
import { messages } from '../../../validation-messages.ts';

const THING = 'Contact';
const MAX_REASON = 255;

/** No send reaches the contact any more, nor its number should the contact be deleted and come back. */
export function suppressContact(ctx: Context, id: string, reason?: string | null): Promise<Contact> {
  const { team } = viewerOf(ctx);
  const text = reason?.trim() || null;
  if (text !== null && [...text].length > MAX_REASON) {
    throw new ValidationError({ reason: [messages.atMostCharacters('reason', MAX_REASON)] });
  }
  return ctx.db.$transaction(async (tx) => {
    const contact = await lockContact(tx, team.id, id);
    const { number } = contact;
    await tx.suppressedNumber.createMany({ data: [{ teamId: team.id, number, reason: text }], skipDuplicates: true });
    if (contact.unsubscribedAt) return contact;
    return tx.contact.update({ where: { id }, data: { unsubscribedAt: new Date() } });
  });
}

/** The person agreed to be contacted again. */
export function unsuppressContact(ctx: Context, id: string): Promise<Contact> {
  const { team } = viewerOf(ctx);
  return ctx.db.$transaction(async (tx) => {
    const { number } = await lockContact(tx, team.id, id);
    await tx.suppressedNumber.deleteMany({ where: { teamId: team.id, number } });
    return tx.contact.update({ where: { id }, data: { unsubscribedAt: null } });
  });
}

async function lockContact(tx: Prisma.TransactionClient, teamId: string, id: string): Promise<Contact> {
  if (!isUuid(id)) throw new NotFoundError(THING);
  await tx.$queryRaw`SELECT 1 FROM contacts WHERE id = ${id}::uuid AND team_id = ${teamId}::uuid FOR NO KEY UPDATE`;
  const contact = await tx.contact.findFirst({ where: { id, teamId } });
  if (!contact) throw new NotFoundError(THING);
  return contact;
}

import { type Context, viewerOf } from '../../../../context.ts';
import { readByIndex } from '../../../../database/read-by-index.ts';
import { isUuid } from '../../../../database/reads/lists.ts';
import { tables } from '../../../../database/tables.ts';
import { COLLISION, inTransaction, type Tx } from '../../../../database/transaction.ts';
import { AppError, NotFoundError, ValidationError } from '../../../../errors.ts';
import type { CreateTagInput, UpdateTagInput } from '../../../../generated/inputs.ts';
import type { Tag } from '../../../../generated/prisma/client.ts';
import { tagName } from '../../../../input/printable.ts';
import { messages } from '../../../../input/validation-messages.ts';
import { markDeleting } from '../../../../records/delete-record.ts';
import { forget } from '../../../../records/forget.ts';
import { type InOne, letGo } from '../../../../records/in-blocks.ts';
import { unlessTaken } from '../../../../records/unless-taken.ts';
import { renameTagInSegments, segmentsNaming } from '../../segments/tag-uses.ts';
import { MAX_TAG_CHARACTERS } from '../rules.ts';
import { TAG } from './contacts.ts';

export async function createTag(ctx: Context, input: CreateTagInput): Promise<Tag> {
  const { team } = viewerOf(ctx);
  const name = readName(input.name);
  const [tag] = await ctx.db.prisma.tag.createManyAndReturn({
    data: [{ teamId: team.id, name }],
    skipDuplicates: true,
  });
  if (!tag) throw taken();
  return tag;
}

export async function updateTag(ctx: Context, id: string, input: UpdateTagInput): Promise<Tag> {
  const { team } = viewerOf(ctx);
  const given = input.name === undefined ? undefined : readName(input.name ?? '');
  return unlessTaken(
    'name',
    ctx.db.transaction(async (tx) => {
      const { name: from } = await lockTag(tx, team.id, id);
      const name = given ?? from;
      if (from !== name) await renameTagInSegments(tx, team.id, from, name);
      return tx.prisma.tag.update({ where: { teamId_id: { teamId: team.id, id } }, data: { name } });
    }),
  );
}

/** Contacts lose it before it is deleted: there may be millions. */
export async function takeTagOff(ctx: Context, id: string): Promise<void> {
  const { team } = viewerOf(ctx);
  const named = { table: 'contact_tags', column: 'tag_id', by: 'contact_id' };
  const inOne: InOne = (work) =>
    inTransaction(ctx, ({ db }) =>
      db.transaction(
        async (tx) => {
          await lockTag(tx, team.id, id);
          return work(tx);
        },
        { again: COLLISION },
      ),
    );
  const tag = { id, teamId: team.id };
  await inOne(async (tx) => {
    await refuseUsedTag(tx, team.id, id);
    await markDeleting(tx, tables.Tag, tag);
  });
  await letGo(inOne, tag, [named]);
}

/** After {@link takeTagOff}: a segment that names it since then may name any tag that there is not. */
export function deleteTag(ctx: Context, id: string): Promise<{ id: string }> {
  const { team } = viewerOf(ctx);
  return ctx.db.transaction(async (tx) => {
    await lockTag(tx, team.id, id);
    await readByIndex(tx);
    await forget(tx, { id, teamId: team.id }, [['reply_keywords', 'tag_id']]);
    await tx.prisma.tag.delete({ where: { teamId_id: { teamId: team.id, id } } });
    return { id };
  });
}

/** `CONFLICT` while a segment's filter names it. Each time that its deletion is begun: the one before may have ended long ago. */
async function refuseUsedTag(tx: Tx, teamId: string, id: string): Promise<void> {
  const { name } = await lockTag(tx, teamId, id);
  const [use] = await segmentsNaming(tx, teamId, name);
  if (use) throw new AppError('CONFLICT', `The tag is used by the segment "${use.name}".`);
}

async function lockTag(tx: Tx, teamId: string, id: string): Promise<Pick<Tag, 'name'>> {
  const [tag] = isUuid(id)
    ? await tx.rows<Pick<Tag, 'name'>>`
        SELECT name FROM tags WHERE id = ${id}::uuid AND team_id = ${teamId}::uuid FOR UPDATE`
    : [];
  if (!tag) throw new NotFoundError(TAG.thing);
  return tag;
}

function readName(given: string): string {
  const name = tagName(given);
  if (name === '') throw new ValidationError({ name: [messages.required('name')] });
  if ([...name].length > MAX_TAG_CHARACTERS) {
    throw new ValidationError({ name: [messages.atMostCharacters('name', MAX_TAG_CHARACTERS)] });
  }
  return name;
}

const taken = () => new ValidationError({ name: [messages.taken('name')] });

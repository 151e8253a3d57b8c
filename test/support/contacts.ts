import type { TestApp } from './app.ts';

let nextNumber = 4_915_100_000_000;

export async function createContacts({ db }: TestApp, teamId: string, count: number): Promise<string[]> {
  const first = nextNumber;
  nextNumber += count;
  const rows = await db.$queryRaw<{ id: string }[]>`
    INSERT INTO contacts (id, team_id, number, updated_at)
    SELECT gen_random_uuid(), ${teamId}::uuid, ${first}::bigint + n, now() FROM generate_series(0, ${count}::int - 1) n
    RETURNING id`;
  return rows.map(({ id }) => id);
}

/** Upper case first. */
export async function tagsOf({ db }: TestApp, contactId = ''): Promise<string[]> {
  const rows = await db.contactTag.findMany({
    where: { contactId },
    select: { tag: { select: { name: true } } },
  });
  return rows.map(({ tag }) => tag.name).sort();
}

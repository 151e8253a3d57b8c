import { Prisma } from '../../../../generated/prisma/client.ts';

// Quarters of an hour since 1970, by the time in an id (UUIDv7). Ids never change, so a row stays in its slot.

export const QUARTER_MS = 900_000;
const LAST_MS = 2 ** 48 - 1;

export const slotOf = (id: string): number =>
  Math.floor(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) / QUARTER_MS);

export const slotIn = (id: string): Prisma.Sql =>
  Prisma.raw(`(('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint / ${QUARTER_MS})::int`);

const bound = (ms: string, rest: string) => `(lpad(to_hex(${ms}), 12, '0') || '${rest.repeat(20)}')::uuid`;

export const isInSlot = (id: string, slot: string): Prisma.Sql =>
  Prisma.raw(`${id} >= ${bound(`${slot}::bigint * ${QUARTER_MS}`, '0')}
    AND ${id} <= ${bound(`least(${slot}::bigint * ${QUARTER_MS} + ${QUARTER_MS - 1}, ${LAST_MS})`, 'f')}`);

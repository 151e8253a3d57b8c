import { randomFillSync } from 'node:crypto';

const SIZE = 16;
/** Randomness of so many: asking for it costs more than making an id of it. */
const stock = Buffer.alloc(256 * SIZE);
let used = stock.length;

/** Before every id. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** UUIDv7 as Prisma's `uuid(7)` makes them, for rows that are written by SQL: they sort by creation. */
export function uuidv7(now = Date.now()): string {
  if (used === stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  used += SIZE;
  return uuidOf(stock.subarray(used - SIZE, used), now);
}

/** Ids of this moment and later sort behind it. */
export function firstUuidOf(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** When a UUIDv7 was made. */
export const momentOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** As many of one moment. */
export const uuidsv7 = (count: number, now: number): string[] => Array.from({ length: count }, () => uuidv7(now));

function uuidOf(id: Buffer, now: number): string {
  id.writeUIntBE(now, 0, 6);
  id[6] = 0x70 | (id[6]! & 0x0f);
  id[8] = 0x80 | (id[8]! & 0x3f);
  const hex = id.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

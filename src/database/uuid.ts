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

/** As many of one moment. */
export const uuidsv7 = (count: number, now: number): string[] => Array.from({ length: count }, () => uuidv7(now));

function uuidOf(id: Buffer, now: number): string {
  id.writeUIntBE(now, 0, 6);
  id[6] = 0x70 | (id[6]! & 0x0f);
  id[8] = 0x80 | (id[8]! & 0x3f);
  const hex = id.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

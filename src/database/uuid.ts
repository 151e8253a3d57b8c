import { randomFillSync } from 'node:crypto';

const bytes = Buffer.alloc(16);

/** UUIDv7 as Prisma's `uuid(7)` makes them, for rows that are written in bulk: they sort by creation. */
export function uuidv7(now = Date.now()): string {
  randomFillSync(bytes, 6);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

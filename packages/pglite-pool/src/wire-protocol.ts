/** The little of PostgreSQL's protocol 3.0 that a connection to the embedded database must understand itself. */

const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const STARTUP = 196608;

export type Startup = 'negotiate' | 'startup' | 'refuse';

/** The first messages of a connection have no type byte: length, code, parameters. */
export function readStartup(packet: Buffer): Startup {
  const code = packet.readInt32BE(4);
  if (code === SSL_REQUEST || code === GSS_REQUEST) return 'negotiate';
  return code === STARTUP ? 'startup' : 'refuse';
}

export function message(type: string, ...parts: (string | number)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'number' ? int32(part) : Buffer.from(`${part}\0`))));
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

export const sync = (): Buffer => message('S');
export const query = (sql: string): Buffer => message('Q', sql);

/** What a server says to a client it trusts. The key is of no use: there is nothing to cancel from outside. */
export function welcome(serverVersion: string): Buffer {
  const parameters = {
    server_version: serverVersion,
    server_encoding: 'UTF8',
    client_encoding: 'UTF8',
    standard_conforming_strings: 'on',
    integer_datetimes: 'on',
    DateStyle: 'ISO, MDY',
    TimeZone: 'UTC',
  };
  const authenticationOk = message('R', 0);
  const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
  const statuses = Object.entries(parameters).map(([name, value]) => message('S', name, value));
  return Buffer.concat([authenticationOk, ...statuses, message('K', process.pid, 0), ready]);
}

/** Bytes of the first message in `buffer`, 0 while it is incomplete. The type byte is not part of the length. */
export function messageLength(buffer: Buffer, typed: boolean): number {
  const header = typed ? 5 : 4;
  if (buffer.length < header) return 0;
  const length = buffer.readInt32BE(header - 4) + (typed ? 1 : 0);
  return buffer.length >= length ? length : 0;
}

/** Whether the reply ends in ReadyForQuery outside of any transaction. */
export function endsIdle(reply: Buffer): boolean {
  const at = reply.length - 6;
  return at >= 0 && reply[at] === 0x5a && reply.readInt32BE(at + 1) === 5 && reply[at + 5] === 0x49;
}

const [NOTIFICATION, ERROR, ROW] = Buffer.from('AED');

export const notificationsIn = (reply: Buffer): Buffer[] => messagesIn(reply, NOTIFICATION!);

/** The text of the last error that the reply tells of. */
export function lastErrorIn(reply: Buffer): string | undefined {
  const fields = messagesIn(reply, ERROR!).at(-1)?.toString('utf8', 5).split('\0');
  return fields?.find((field) => field.startsWith('M'))?.slice(1);
}

/** The values of the last row, as text; a null is an empty one. */
export function lastRowIn(reply: Buffer): string[] {
  const row = messagesIn(reply, ROW!).at(-1);
  const values: string[] = [];
  for (let at = 7; row !== undefined && at < row.length; ) {
    const length = Math.max(0, row.readInt32BE(at));
    values.push(row.toString('utf8', at + 4, at + 4 + length));
    at += 4 + length;
  }
  return values;
}

function messagesIn(reply: Buffer, type: number): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + 5 <= reply.length; ) {
    const next = at + 1 + reply.readInt32BE(at + 1);
    if (reply[at] === type) found.push(Buffer.from(reply.subarray(at, next)));
    at = next;
  }
  return found;
}

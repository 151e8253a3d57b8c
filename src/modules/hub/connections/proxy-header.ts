import { isIP, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Null: the proxy's own, as of its health checks. */
interface Header {
  bytes: number;
  address: string | null;
}

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
const HEAD_BYTES = 16;
/** With what a proxy may add behind the addresses. */
const MOST_BYTES = 2_048;
const LOCAL = 0;
const ADDRESS_BYTES: Readonly<Record<number, number>> = { 17: 4, 33: 16 };

/**
 * Reads the header of the PROXY protocol, version 1 or 2, before anything else is read. The address of the client, or null when
 * there is no header within `ms`.
 */
export function readProxyHeader(socket: Socket, peer: string, ms: number): Promise<string | null> {
  return new Promise((resolve) => {
    let held = Buffer.alloc(0);
    const done = (address: string | null) => {
      clearTimeout(late);
      socket.off('readable', read);
      socket.off('close', none);
      resolve(address);
    };
    const none = () => done(null);
    const late = setTimeout(none, ms);
    const read = () => {
      const chunk: Buffer | null = socket.read();
      if (chunk === null) return;
      held = Buffer.concat([held, chunk]);
      const header = headerOf(held);
      if (header === 'incomplete') return;
      if (header === null) return none();
      if (held.length > header.bytes) socket.unshift(held.subarray(header.bytes));
      done(header.address ?? peer);
    };
    socket.on('readable', read);
    socket.on('close', none);
  });
}

/** Null: there is none. */
function headerOf(bytes: Buffer): Header | 'incomplete' | null {
  return bytes[0] === SIGNATURE[0] ? versionTwo(bytes) : versionOne(bytes);
}

function versionTwo(bytes: Buffer): Header | 'incomplete' | null {
  const known = Math.min(SIGNATURE.length, bytes.length);
  if (!bytes.subarray(0, known).equals(SIGNATURE.subarray(0, known))) return null;
  if (bytes.length < HEAD_BYTES) return 'incomplete';
  const command = bytes[12]! - 0x20;
  const whole = HEAD_BYTES + bytes.readUInt16BE(14);
  if (![0, 1].includes(command) || whole > MOST_BYTES) return null;
  if (bytes.length < whole) return 'incomplete';
  const size = ADDRESS_BYTES[bytes[13]!];
  if (command === LOCAL || size === undefined) return { bytes: whole, address: null };
  if (whole < HEAD_BYTES + 2 * (size + 2)) return null;
  const address = ipaddr.fromByteArray([...bytes.subarray(HEAD_BYTES, HEAD_BYTES + size)]);
  return { bytes: whole, address: ipaddr.process(address.toString()).toString() };
}

const LONGEST_LINE = 107;
const LINE = /^PROXY (?:UNKNOWN(?: .*)?|TCP([46]) (\S+) \S+ \d{1,5} \d{1,5})$/;

function versionOne(bytes: Buffer): Header | 'incomplete' | null {
  const text = bytes.toString('latin1', 0, LONGEST_LINE);
  const end = text.indexOf('\r\n');
  if (end === -1) return text.length < LONGEST_LINE && 'PROXY '.startsWith(text.slice(0, 6)) ? 'incomplete' : null;
  const [line, family, address = ''] = LINE.exec(text.slice(0, end)) ?? [];
  if (line === undefined || (family !== undefined && isIP(address) !== Number(family))) return null;
  return { bytes: end + 2, address: family === undefined ? null : ipaddr.process(address).toString() };
}

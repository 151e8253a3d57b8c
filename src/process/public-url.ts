import type { Config } from '../config.ts';

/** Addresses to listen on that cannot be opened. */
const REACHABLE: Record<string, string> = { '0.0.0.0': 'localhost', '::': 'localhost' };

/** PUBLIC_URL, else this machine. */
export function publicUrl(
  { PUBLIC_URL, HOST, PORT }: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>,
  port = PORT,
): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL;
  const host = REACHABLE[HOST] ?? HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

import type { Config } from '../config.ts';

/** An address to listen on is none to go to. */
const REACHABLE: Record<string, string> = { '0.0.0.0': 'localhost', '::': 'localhost' };

/** What links of our own begin with where no request says it: PUBLIC_URL, else this machine. */
export function publicUrl(
  { PUBLIC_URL, HOST, PORT }: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>,
  port = PORT,
): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL.replace(/\/+$/, '');
  const host = REACHABLE[HOST] ?? HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

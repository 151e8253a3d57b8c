import type { Logger } from 'pino';
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

/** Of a process that sends to real people. */
export function warnWithoutPublicUrl(
  logger: Logger,
  { PUBLIC_URL, WORKER }: Pick<Config, 'PUBLIC_URL' | 'WORKER'>,
): void {
  if (PUBLIC_URL !== undefined || !WORKER) return;
  logger.warn('PUBLIC_URL is not set: links in messages and callback addresses lead to this machine');
}

import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../config.ts';
import { AppError } from '../../../errors.ts';
import { publicUrl } from '../../../process/public-url.ts';

export interface Email {
  to: string;
  subject: string;
  text: string;
  attachments?: readonly { filename: string; contentType: string; content: string }[];
}

/** About an hour and a half. */
export const EMAIL_ATTEMPTS = 8;

const SMTP_TIMEOUT_MS = 15_000;

/** Throws `UNAVAILABLE` rather than lose an e-mail silently. */
export function requireEmail({ EMAIL_URL }: Pick<Config, 'EMAIL_URL'>): void {
  if (EMAIL_URL !== undefined) return;
  throw new AppError('UNAVAILABLE', 'This server cannot send e-mail: EMAIL_URL must be set, see docs/operations.md.');
}

export async function sendEmail(config: Config, email: Email): Promise<void> {
  requireEmail(config);
  const url = config.EMAIL_URL!;
  const from = config.EMAIL_FROM ?? `Outbound <outbound@${new URL(publicUrl(config)).hostname}>`;
  if (url.startsWith('file:')) return putIntoOutbox(url.slice('file:'.length), from, email);
  // Most processes never send one.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  });
  try {
    await transport.sendMail({ from, ...email, attachments: [...(email.attachments ?? [])] });
  } finally {
    transport.close();
  }
}

/** Attachments stand below the text. */
async function putIntoOutbox(folder: string, from: string, email: Email): Promise<void> {
  const { to, subject, text, attachments = [] } = email;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const at = new Date();
  const name = `${at.toISOString().replaceAll(':', '-')}-${to.replaceAll(/[^\w.@-]/g, '_')}-${randomUUID().slice(0, 8)}.txt`;
  const head = `Date: ${at.toUTCString()}\nFrom: ${from}\nTo: ${to}\nSubject: ${subject}\n`;
  const attached = attachments.map(({ filename, content }) => `\n--- ${filename}\n${content}`).join('');
  await writeFile(join(folder, name), `${head}\n${text}${attached}`, { flag: 'wx', mode: 0o600 });
}

import { createHash } from 'node:crypto';
import type { Services } from '../../../context.ts';
import type { EmailSecretPurpose } from '../../../generated/prisma/client.ts';
import type { NewJob } from '../../../jobs/add-job.ts';
import type { Task } from '../../../jobs/task.ts';
import { confirmationLetter, passwordResetLetter } from '../email/letters.ts';
import { EMAIL_ATTEMPTS, sendEmail } from '../email/send-email.ts';
import { createSecret, EMAIL_SECRET_PREFIX, hashToken } from './tokens.ts';

const HOURS: Record<EmailSecretPurpose, number> = { reset_password: 1, confirm_email: 24 };

const job = (task: string, email: string): NewJob => ({
  task,
  payload: { email },
  key: `${task}:${createHash('sha256').update(email).digest('hex')}`,
  maxAttempts: EMAIL_ATTEMPTS,
});

export const passwordResetJob = (email: string) => job('send_password_reset', email);
export const confirmationJob = (email: string) => job('send_confirmation', email);

/** Earlier secrets work until one is used. */
export async function createEmailSecret(
  { db }: Pick<Services, 'db'>,
  userId: string,
  purpose: EmailSecretPurpose,
): Promise<string> {
  const secret = createSecret(EMAIL_SECRET_PREFIX);
  const expiresAt = new Date(Date.now() + HOURS[purpose] * 3_600_000);
  await db.prisma.emailSecret.create({ data: { secretHash: hashToken(secret), purpose, userId, expiresAt } });
  return secret;
}

/** Looks for the account here, where nobody can measure the time. */
export const sendPasswordResetTask: Task = {
  async run(services, payload) {
    const { email } = payload as { email: string };
    const user = await services.db.prisma.user.findUnique({ where: { email } });
    if (!user) return;
    const secret = await createEmailSecret(services, user.id, 'reset_password');
    await sendEmail(services.config, passwordResetLetter(services.config, secret, email));
  },
  async giveUp() {},
};

export const sendConfirmationTask: Task = {
  async run(services, payload) {
    const { email } = payload as { email: string };
    const user = await services.db.prisma.user.findUnique({ where: { email, emailConfirmedAt: null } });
    if (!user) return;
    const secret = await createEmailSecret(services, user.id, 'confirm_email');
    await sendEmail(services.config, confirmationLetter(services.config, secret, email));
  },
  async giveUp() {},
};

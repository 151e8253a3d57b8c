import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../database/transaction.ts';
import { addJob } from '../../../jobs/add-job.ts';
import type { Task } from '../../../jobs/task.ts';
import { SECURITY_CHANGES, type SecurityChange, securityLetter } from '../email/letters.ts';
import { EMAIL_ATTEMPTS, sendEmail } from '../email/send-email.ts';

const payloadShape = z.object({
  email: z.string(),
  change: z.enum(Object.keys(SECURITY_CHANGES) as [SecurityChange, ...SecurityChange[]]),
  at: z.iso.datetime(),
  address: z.string().nullable(),
});

/** An e-mail to the person whose account was changed, with the transaction of the change. No `address`: the operator did it. */
export async function addSecurityNotice(
  { config, address }: Pick<Context, 'config'> & { address: string | null },
  tx: Tx,
  email: string,
  change: SecurityChange,
): Promise<void> {
  // Nobody is refused a change for want of it.
  if (config.EMAIL_URL === undefined) return;
  const payload: z.infer<typeof payloadShape> = { email, change, at: new Date().toISOString(), address };
  await addJob(tx, { task: 'send_security_notice', payload, maxAttempts: EMAIL_ATTEMPTS });
}

export const sendSecurityNoticeTask: Task = {
  async run({ config }, payload) {
    if (config.EMAIL_URL === undefined) return;
    await sendEmail(config, securityLetter(config, payloadShape.parse(payload)));
  },
  async giveUp() {},
};

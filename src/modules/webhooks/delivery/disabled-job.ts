import { z } from 'zod';
import type { Tx } from '../../../database/transaction.ts';
import type { NewJob } from '../../../jobs/add-job.ts';
import type { Task } from '../../../jobs/task.ts';
import { webhookDisabledLetter } from '../../identity/email/letters.ts';
import { EMAIL_ATTEMPTS, sendEmail } from '../../identity/email/send-email.ts';

const payloadShape = z.object({ teamId: z.uuid(), endpointId: z.uuid(), userId: z.uuid() });

/** An e-mail to each owner and admin of the team. */
export async function disabledJobs(tx: Tx, endpoint: { teamId: string; endpointId: string }): Promise<NewJob[]> {
  const { teamId, endpointId } = endpoint;
  const people = await tx.prisma.membership.findMany({
    where: { teamId, role: { in: ['owner', 'admin'] } },
    select: { userId: true },
  });
  return people.map(({ userId }) => ({
    task: 'send_webhook_disabled',
    payload: { teamId, endpointId, userId },
    key: `webhook-disabled:${endpointId}:${userId}`,
    maxAttempts: EMAIL_ATTEMPTS,
  }));
}

export const sendWebhookDisabledTask: Task = {
  async run({ db, config }, payload) {
    // Nobody waits for this e-mail: the endpoint says why it is disabled, too.
    if (config.EMAIL_URL === undefined) return;
    const { teamId, endpointId, userId } = payloadShape.parse(payload);
    const endpoint = await db.prisma.webhookEndpoint.findFirst({
      where: { teamId, id: endpointId, deletedAt: null, enabled: false, disabledReason: { not: null } },
      include: { team: { select: { name: true } } },
    });
    const member = await db.prisma.membership.findFirst({
      where: { teamId, userId },
      select: { user: { select: { email: true } } },
    });
    if (!endpoint || !member) return;
    const { url, disabledReason, team } = endpoint;
    const about = { email: member.user.email, team: team.name, url, reason: disabledReason! };
    await sendEmail(config, webhookDisabledLetter(config, about));
  },
  async giveUp() {},
};

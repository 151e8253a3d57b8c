import { createHmac } from 'node:crypto';
import type { Tx } from '../../../database/transaction.ts';
import type { Invitation } from '../../../generated/prisma/client.ts';
import type { NewJob } from '../../../jobs/add-job.ts';
import type { Task } from '../../../jobs/task.ts';
import { hashToken, INVITATION_PREFIX, tokenOf } from '../auth/tokens.ts';
import { invitationLetter } from '../email/letters.ts';
import { EMAIL_ATTEMPTS, sendEmail } from '../email/send-email.ts';

export const INVITATION_DAYS = 7;

/** Who is invited again gets a new job; an earlier one may still be running, which the date of their invitation tells apart. */
interface Payload {
  teamId: string;
  id: string;
  expiresAt?: string;
}

export const invitationJob = ({ teamId, id, expiresAt }: Invitation): NewJob => ({
  task: 'send_invitation',
  payload: { teamId, id, expiresAt: expiresAt.toISOString() } satisfies Payload,
  key: `invitation:${id}`,
  maxAttempts: EMAIL_ATTEMPTS,
});

/** The secret is derived from the server's key, so if two workers send it, both e-mails carry the same one. */
export const sendInvitationTask: Task = {
  async run({ db, config, tokenKeys: [key] }, payload) {
    const { teamId, id, expiresAt: until } = payload as Payload;
    const waiting = {
      id,
      teamId,
      delivery: 'waiting',
      acceptedAt: null,
      expiresAt: { gt: new Date(), equals: until },
    } as const;
    const invitation = await db.prisma.invitation.findFirst({
      where: waiting,
      include: { team: { select: { name: true } }, invitedBy: { select: { name: true } } },
    });
    if (!invitation) return;
    const { email, team, invitedBy, expiresAt } = invitation;
    const mac = createHmac('sha256', key).update(`invitation ${id} ${expiresAt.toISOString()}`);
    const secret = tokenOf(INVITATION_PREFIX, teamId, mac.digest('base64url'));
    const tokenHash = hashToken(secret);
    const { count } = await db.prisma.invitation.updateMany({ where: { ...waiting, expiresAt }, data: { tokenHash } });
    if (count === 0) return;
    const about = { email, team: team.name, invitedBy: invitedBy?.name, days: INVITATION_DAYS };
    await sendEmail(config, invitationLetter(config, secret, about));
    await db.prisma.invitation.updateMany({ where: { id, teamId, tokenHash }, data: { delivery: 'sent' } });
  },

  async giveUp(tx: Tx, payload) {
    const { teamId, id, expiresAt } = payload as Payload;
    const waiting = { id, teamId, delivery: 'waiting', expiresAt } as const;
    await tx.prisma.invitation.updateMany({ where: waiting, data: { delivery: 'failed' } });
  },
};

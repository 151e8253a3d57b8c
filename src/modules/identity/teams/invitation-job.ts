import { createHmac } from 'node:crypto';
import type { Tx } from '../../../database/transaction.ts';
import type { Invitation } from '../../../generated/prisma/client.ts';
import type { NewJob } from '../../../jobs/add-job.ts';
import type { Task } from '../../../jobs/task.ts';
import { hashToken, INVITATION_PREFIX, tokenOf } from '../auth/tokens.ts';
import { invitationLetter } from '../email/letters.ts';
import { EMAIL_ATTEMPTS, sendEmail } from '../email/send-email.ts';

export const INVITATION_DAYS = 7;

type Payload = Pick<Invitation, 'teamId' | 'id'>;

export const invitationJob = ({ teamId, id }: Payload): NewJob => ({
  task: 'send_invitation',
  payload: { teamId, id },
  key: `invitation:${id}`,
  maxAttempts: EMAIL_ATTEMPTS,
});

/** The secret is derived from the server's key, so if two workers send it, both e-mails carry the same one. */
export const sendInvitationTask: Task = {
  async run({ db, config, tokenKeys: [key] }, payload) {
    const { teamId, id } = payload as Payload;
    const waiting = { id, teamId, delivery: 'waiting', acceptedAt: null, expiresAt: { gt: new Date() } } as const;
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
    const { teamId, id } = payload as Payload;
    await tx.prisma.invitation.updateMany({ where: { id, teamId, delivery: 'waiting' }, data: { delivery: 'failed' } });
  },
};

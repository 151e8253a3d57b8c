import type { Invitation, Prisma } from '../../generated/prisma/client.ts';
import type { NewJob } from '../../jobs/add-job.ts';
import type { Task } from '../../jobs/task.ts';
import { createToken, hashToken, INVITATION_PREFIX } from '../auth/tokens.ts';
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

/**
 * Sends an invitation that waits. Its secret is made here and kept nowhere but in the e-mail; run twice, the e-mail of the
 * second run is the one that works.
 */
export const sendInvitationTask: Task = {
  async run({ db, config }, payload) {
    const { teamId, id } = payload as Payload;
    const secret = createToken(INVITATION_PREFIX, teamId);
    const tokenHash = hashToken(secret);
    const waiting = { id, teamId, delivery: 'waiting', acceptedAt: null, expiresAt: { gt: new Date() } } as const;
    const { count } = await db.invitation.updateMany({ where: waiting, data: { tokenHash } });
    if (count === 0) return;
    const invitation = await db.invitation.findFirst({
      where: { id, teamId, tokenHash },
      include: { team: { select: { name: true } }, invitedBy: { select: { name: true } } },
    });
    if (!invitation) return;
    const { email, team, invitedBy } = invitation;
    const about = { email, team: team.name, invitedBy: invitedBy?.name, days: INVITATION_DAYS };
    await sendEmail(config, invitationLetter(config, secret, about));
    await db.invitation.updateMany({ where: { id, teamId, tokenHash }, data: { delivery: 'sent' } });
  },

  async giveUp(tx: Prisma.TransactionClient, payload) {
    const { teamId, id } = payload as Payload;
    await tx.invitation.updateMany({ where: { id, teamId, delivery: 'waiting' }, data: { delivery: 'failed' } });
  },
};

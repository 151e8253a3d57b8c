import { z } from 'zod';
import type { Services } from '../../../context.ts';
import type { Task } from '../../../jobs/task.ts';
import type { Route } from '../engine/engine.ts';
import { readRoute } from '../engine/stage.ts';
import type { SmsProvider } from '../providers/provider.ts';

const payloadShape = z.object({ teamId: z.uuid(), replyId: z.uuid() });

type Open = (services: Services, route: Route, now: () => Date) => Pick<SmsProvider, 'send' | 'close'>;

/** At most once, and one per number in ten minutes, or two machines would answer each other forever. */
export const answerHelpTask = (open: Open): Task => ({
  async run(services, payload) {
    const { teamId, replyId } = payloadShape.parse(payload);
    const { db } = services;
    // Not findUnique: Prisma would answer several jobs at once by one statement, across teams.
    const settings = await db.prisma.sendingSettings.findFirst({ where: { teamId }, select: { helpText: true } });
    const reply = await db.prisma.smsReply.findFirst({ where: { teamId, id: replyId } });
    if (!settings?.helpText || !reply) return;
    const route = await readRoute(db, teamId, reply.routeId);
    if (!route?.provider || !route.credentials || !(await mayAnswer(services, teamId, replyId))) return;
    const provider = open(services, route, () => new Date());
    try {
      // From whom the contact heard, where the route has several senders.
      const heard =
        reply.messageId && (await db.prisma.smsMessage.findFirst({ where: { teamId, id: reply.messageId } }));
      const from = heard ? heard.senderId : route.senderId;
      const message = { to: String(reply.fromNumber), from, text: settings.helpText.normalize('NFC') };
      const [answer] = await provider.send([{ id: replyId, ...message }]);
      if (answer?.status !== 'rejected') return;
      await db.prisma.smsReply.updateMany({ where: { teamId, id: replyId }, data: { answeredAt: null } });
      if (answer.kind === 'retryable' || answer.kind === 'throttled') throw new Error(answer.reason);
    } finally {
      await provider.close();
    }
  },
});

async function mayAnswer({ db }: Pick<Services, 'db'>, teamId: string, replyId: string): Promise<boolean> {
  const marked = await db.change`UPDATE sms_replies r SET answered_at = now()
    WHERE r.team_id = ${teamId}::uuid AND r.id = ${replyId}::uuid AND r.answered_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM sms_replies o WHERE o.team_id = ${teamId}::uuid AND o.from_number = r.from_number
        AND o.answered_at > now() - interval '10 minutes')`;
  return marked === 1;
}

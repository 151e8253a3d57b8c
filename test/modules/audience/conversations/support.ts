import type { OutgoingSms, SendResult } from 'sms-providers';
import { sendDirectMessageTask } from '../../../../src/modules/delivery/direct/send.ts';
import type { TestApp } from '../../../support/app.ts';
import { giveProvider, report } from '../../../support/hooks.ts';
import { createRoute, testProvider } from '../../../support/sending.ts';
import { createTeam } from '../../../support/team.ts';

export const ADA = 4_915_112_345_678;
export const RUN = { attempt: 1, maxAttempts: 10, signal: new AbortController().signal };

/** A team with a route, whose sender is 49301234. */
export async function createInbox(test: TestApp, name?: string) {
  const { team, token } = await createTeam(test, name);
  const teamId = team.id;
  const route = await createRoute(test, teamId, { senderId: '49301234' });
  const secret = await giveProvider(test, teamId, route.id);
  let replies = 0;
  const setHours = (contactFrom: string | null, contactUntil: string | null) =>
    test.db.sendingSettings.upsert({
      where: { teamId },
      create: { teamId, contactFrom, contactUntil },
      update: { contactFrom, contactUntil },
    });
  await setHours(null, null);
  return {
    team,
    token,
    teamId,
    routeId: route.id,
    secret,
    setHours,
    /** As the provider reports it. */
    async write(text: string, given: { from?: string; to?: string; id?: string; timestamp?: string } = {}) {
      replies += 1;
      const reply = { id: `r${replies}`, from: String(ADA), to: '+49 30 1234', text, ...given };
      return report(test, `/hooks/sms/${teamId}/${route.id}`, secret, { replies: [reply] });
    },
    report: (receipt: object) => report(test, `/hooks/sms/${teamId}/${route.id}`, secret, { receipts: [receipt] }),
    receipt(provider_id: string, status: string, reason: string | null = null) {
      return this.report({ provider_id, status, reason });
    },
    // biome-ignore lint/suspicious/noExplicitAny: every operation answers something else
    ask: (query: string, variables: Record<string, unknown> = {}): Promise<any> =>
      test.graphql(query, { token, variables }),
    /** Works on every direct message that waits, and returns what the provider was given. */
    async work(
      answer: SendResult | 'dies' = { status: 'accepted', providerId: 'p1' },
      now = test.services.now,
    ): Promise<OutgoingSms[]> {
      const provider = testProvider();
      provider.answer = () => {
        if (answer === 'dies') throw new Error('The process ended.');
        return answer;
      };
      const task = sendDirectMessageTask(() => provider);
      const waiting = await test.db.directMessage.findMany({
        where: { teamId, status: { in: ['queued', 'sending'] } },
        orderBy: { id: 'asc' },
      });
      for (const { id } of waiting) await task.run({ ...test.services, now }, { teamId, id }, RUN);
      return provider.sent;
    },
    messages: () => test.db.directMessage.findMany({ where: { teamId }, orderBy: { id: 'asc' } }),
  };
}

export type Inbox = Awaited<ReturnType<typeof createInbox>>;

export async function conversationOf({ ask }: Inbox): Promise<string> {
  const { data } = await ask('{ conversations { nodes { id } } }');
  return data.conversations.nodes[0].id;
}

export const SEND_REPLY = `mutation ($input: SendReplyInput!, $key: String) {
  sendReply(input: $input, idempotencyKey: $key) { directMessage { id kind status number senderId text } } }`;

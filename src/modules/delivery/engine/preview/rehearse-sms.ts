import type { SmsProvider } from 'sms-providers';
import type { Services } from '../../../../context.ts';
import { lookupsOf } from '../../enrichment/configured-lookups.ts';
import type { Claim } from '../batch.ts';
import { BATCH_SIZE, type Engine, type SendKey } from '../engine.ts';
import { lookUp } from '../look-up.ts';
import { baseUrlOf } from '../open-providers.ts';
import { preCheck } from '../pre-check.ts';
import { markCall } from '../provider-calls.ts';
import { settle } from '../settle.ts';
import { SMS } from '../sms.ts';
import { nextTurn } from '../turn.ts';
import type { Clock, Rehearsal } from './look-ahead.ts';
import { refreshStatistics } from './shadows.ts';

/** Most messages that a preview writes. */
export const PREVIEW_MESSAGES = 20_000;

/** Accepts everything at once. Nobody clicks, answers or refuses. */
const ACCEPTS: SmsProvider = {
  type: 'preview',
  capabilities: { idempotent: true, batchSize: BATCH_SIZE, maxInFlight: 1, perSecond: null },
  send: async (messages) => messages.map(({ id }) => ({ status: 'accepted', providerId: `preview-${id}` })),
  verify: () => false,
  parse: () => ({ receipts: [], replies: [] }),
  async close() {},
};

/** A real look-up costs money. */
export const freeLookupsOf = (services: Parameters<typeof lookupsOf>[0]) => async (teamId: string) => {
  const lookups = await lookupsOf(services, teamId);
  return lookups?.isSimulated ? lookups : null;
};

/** `plainParts` gets the parts without smart encoding, by message, where it changed them. */
export function rehearseSms(
  { config, logger, db, tokenKeys }: Pick<Services, 'config' | 'logger' | 'db' | 'tokenKeys'>,
  clock: Clock,
  plainParts: Map<string, number>,
): Rehearsal {
  const engine: Engine = {
    db,
    logger,
    now: () => clock.now,
    providerOf: () => ACCEPTS,
    lookupsOf: freeLookupsOf({ config, db, tokenKeys }),
    preChecks: null,
    linkBase: baseUrlOf({ config }),
  };
  let isFirst = true;
  return {
    most: PREVIEW_MESSAGES,
    async turn() {
      const turn = await nextTurn(SMS, engine);
      if (!turn?.claim) return turn && { count: 0, hasDecided: false };
      const { batches, lookups, checks, messages, hasDecided } = turn.claim;
      for (const batch of batches) await acceptAll(engine, turn, batch);
      if (lookups.length > 0) await lookUp(engine, turn, lookups);
      if (checks.length > 0) await preCheck(engine, turn, checks);
      if (messages > 0) await everybodyClicks(engine, turn);
      if (messages > 0 && isFirst) {
        isFirst = false;
        for (const table of ['sms_recipients', 'sms_messages']) await refreshStatistics(db, table);
      }
      for (const [id, parts] of turn.claim.plainParts) plainParts.set(id, parts);
      return { count: messages, hasDecided };
    },
  };
}

/** A real call would enter the gate for which STOPs wait, and hold it until the preview ends. */
async function acceptAll(engine: Engine, send: SendKey, { id, route, messages }: Claim['batches'][0]): Promise<void> {
  const batch = { id, takeovers: 0 };
  const callId = await markCall(engine, send, batch, messages);
  const answers = await ACCEPTS.send(messages);
  const results = messages.map((message, at) => ({ messageId: message.id, ...answers[at]! }));
  await settle(engine, send, batch, route, [{ callId, results }], true);
}

/** Nobody knows who would click, so each step counts as if its click-through rate were high enough. */
const everybodyClicks = ({ db }: Engine, { teamId, sendId }: SendKey) =>
  db.change`UPDATE sms_send_steps SET clicked = accepted
      WHERE team_id = ${teamId}::uuid AND sms_send_id = ${sendId}::uuid AND clicked < accepted`;

import type { Services } from '../../../../context.ts';
import type { Db } from '../../../../database/transaction.ts';
import { lookupProviderOf } from '../../enrichment/configured-lookups.ts';
import type { SmsProvider } from '../../providers/provider.ts';
import type { Claim } from '../batch.ts';
import { BATCH_SIZE, type Engine, type SendKey } from '../engine.ts';
import { lookUp } from '../look-up.ts';
import { baseUrlOf } from '../open-providers.ts';
import { markCall } from '../provider-calls.ts';
import { settle } from '../settle.ts';
import { SMS } from '../sms.ts';
import { nextTurn } from '../turn.ts';
import { noteKept } from './kept.ts';
import { refreshStatistics } from './shadows.ts';

/** Most messages that a preview writes. */
export const PREVIEW_MESSAGES = 20_000;

export interface Span {
  from: Date;
  until: Date;
  /** When the preview must end, by `performance.now()`. */
  deadline: number;
}

/** Accepts everything at once. Nobody clicks, answers or refuses. */
const ACCEPTS: SmsProvider = {
  type: 'preview',
  capabilities: { idempotent: true, batchSize: BATCH_SIZE, maxInFlight: 1, perSecond: null },
  send: async (messages) => messages.map(({ id }) => ({ status: 'accepted', providerId: `preview-${id}` })),
  verify: () => false,
  parse: () => ({ receipts: [], replies: [] }),
  async close() {},
};

export interface LookedAhead {
  /** Why it ended early. */
  cut: 'time' | 'messages' | null;
  /** Parts without smart encoding, by message, where it changed them. */
  plainParts: Map<string, number>;
}

/**
 * Runs the engine's own turns over the shadows, on a clock that jumps to the next moment at which something is due. There is
 * one connection, so batches go one after another.
 */
export async function lookAhead(
  { config, logger, db }: Pick<Services, 'config' | 'logger' | 'db'>,
  send: Omit<SendKey, 'sendId'>,
  { from, until, deadline }: Span,
): Promise<LookedAhead> {
  let clock = from;
  let messages = 0;
  const plainParts = new Map<string, number>();
  const lookups = lookupProviderOf(config);
  const engine: Engine = {
    db,
    logger,
    now: () => clock,
    providerOf: () => ACCEPTS,
    // A real look-up costs money.
    lookups: lookups?.isSimulated ? lookups : null,
    linkBase: baseUrlOf({ config }),
  };
  for (;;) {
    if (performance.now() > deadline) return { cut: 'time', plainParts };
    const turn = await nextTurn(SMS, engine);
    if (!turn) {
      const next = await nextMoment(db, send);
      if (next === null || next > until) return { cut: null, plainParts };
      clock = next > clock ? next : new Date(clock.getTime() + 1_000);
      continue;
    }
    const { claim } = turn;
    if (!claim) continue;
    for (const batch of claim.batches) await acceptAll(engine, turn, batch);
    if (claim.lookups.length > 0) await lookUp(engine, turn, claim.lookups);
    if (claim.hasDecided) await noteKept(db, send, clock);
    if (claim.messages > 0) await everybodyClicks(db, turn);
    if (claim.messages > 0 && messages === 0) {
      for (const table of ['sms_recipients', 'sms_messages']) await refreshStatistics(db, table);
    }
    messages += claim.messages;
    for (const [id, parts] of claim.plainParts) plainParts.set(id, parts);
    if (messages >= PREVIEW_MESSAGES) return { cut: 'messages', plainParts };
  }
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
const everybodyClicks = (db: Db, { teamId, sendId }: SendKey) =>
  db.change`UPDATE sms_send_steps SET clicked = accepted
      WHERE team_id = ${teamId}::uuid AND sms_send_id = ${sendId}::uuid AND clicked < accepted`;

/** When the engine next has something to do. A feed's look for arrivals does not count: in a preview nobody arrives. */
async function nextMoment(db: Db, { teamId, campaignId }: Omit<SendKey, 'sendId'>): Promise<Date | null> {
  const [row] = await db.rows<{
    at: Date | null;
    isFeed: boolean;
    due: Date | null;
  }>`SELECT s.next_step_at AS at, c.send_type = 'feed' AND s.audience_at IS NOT NULL AS "isFeed",
        (SELECT min(r.due_at) FROM sms_recipients r WHERE r.team_id = s.team_id AND r.sms_send_id = s.id
          AND r.status = 'waiting') AS due
      FROM sms_sends s JOIN sms_campaigns c ON c.team_id = s.team_id AND c.id = s.sms_campaign_id
      WHERE s.team_id = ${teamId}::uuid AND s.sms_campaign_id = ${campaignId}::uuid
        AND s.status IN ('pending', 'running', 'in_progress')
      ORDER BY s.next_step_at LIMIT 1`;
  if (!row?.at) return null;
  if (!row.isFeed) return row.at;
  return row.due && (row.due > row.at ? row.due : row.at);
}

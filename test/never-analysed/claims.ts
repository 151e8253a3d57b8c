import type { Db, Tx } from '../../src/database/transaction.ts';
import {
  type AudienceProgress,
  addArrivals,
  addToAudience,
  audienceOfSend,
} from '../../src/modules/delivery/engine/audience.ts';
import { readDue } from '../../src/modules/delivery/engine/due.ts';
import { LARGE_BATCH_SIZE, type SendKey } from '../../src/modules/delivery/engine/engine.ts';
import { dueAfter, heldAfter, NOBODY } from '../../src/modules/delivery/engine/judge-again.ts';
import type { SendMeta } from '../../src/modules/delivery/engine/plan.ts';
import { type SendTables, SMS_SENDS, VOICE_SENDS } from '../../src/modules/delivery/engine/send-tables.ts';
import { SMS as MESSAGES } from '../../src/modules/delivery/engine/sms.ts';
import { takeTurn } from '../../src/modules/delivery/engine/turn.ts';
import { hasMore } from '../../src/modules/delivery/engine/who-is-left.ts';
import type { Condition } from '../../src/modules/delivery/reach/look.ts';
import { workOnCalls } from '../../src/modules/voice/engine/voice.ts';
import type { TestApp } from '../support/app-on.ts';
import { createVoiceCampaign, START_CALLS, testCallEngine } from '../support/calling.ts';
import { idOf, KINDS } from '../support/full-team.ts';
import { createSmsCampaign, planner, START, testEngine } from '../support/sending.ts';
import type { TestTeam } from '../support/team.ts';

/** Its name is its filter. */
export interface NamedSegment {
  id: string;
  name: string;
}

/** Something that is asked, and measured. */
export interface Work {
  name: string;
  /** How often; once unless given. */
  times?: number;
  run(): Promise<unknown>;
}

/** So many that the campaigns of both kinds had theirs. */
const TURNS = 6;

const SMS = [idOf(KINDS.CAMPAIGN, 1), idOf(KINDS.SEND, 1)] as const;
const VOICE = [idOf(KINDS.VOICE, 1), idOf(KINDS.VOICE_SEND, 1)] as const;

/**
 * Lets the campaigns of `fillTeam` run whose contacts all wait, with what sends need, and starts two more whose audiences
 * are put together from the contacts without the tag "one".
 */
export async function runCampaigns(app: TestApp, { team, token }: TestTeam): Promise<void> {
  const sms = await createSmsCampaign(app, team.id, { contacts: 1, meta: planner() });
  const voice = await createVoiceCampaign(app, team.id, { contacts: 1 });
  await reachEverybody(app, [sms.segmentId, voice.segmentId]);
  await started(app, token, START, sms.campaignId);
  await started(app, token, START_CALLS, voice.campaignId);
  const statements: [sql: string, values: string[]][] = [
    [
      `UPDATE sms_campaigns c SET (status, send_type, planner_data, segment_ids, sms_routing_plan_id) =
         ('running', x.send_type, x.planner_data, x.segment_ids, x.sms_routing_plan_id)
       FROM sms_campaigns x WHERE c.team_id = $1 AND c.id = $3 AND x.team_id = $1 AND x.id = $2`,
      [team.id, sms.campaignId, SMS[0]],
    ],
    [
      `UPDATE sms_sends s SET (status, meta, next_step_at, audience_at) = ('running', x.meta, x.next_step_at, now())
       FROM sms_sends x WHERE s.team_id = $1 AND s.id = $3 AND x.team_id = $1 AND x.sms_campaign_id = $2`,
      [team.id, sms.campaignId, SMS[1]],
    ],
    [
      `INSERT INTO campaign_texts (team_id, id, sms_campaign_id, text)
       SELECT $1::uuid, gen_random_uuid(), $3::uuid, text FROM campaign_texts WHERE team_id = $1::uuid AND sms_campaign_id = $2`,
      [team.id, sms.campaignId, SMS[0]],
    ],
    [
      `INSERT INTO sms_campaign_offers (team_id, sms_campaign_id, offer_id, position)
       SELECT $1::uuid, $3::uuid, offer_id, 0 FROM sms_campaign_offers WHERE team_id = $1::uuid AND sms_campaign_id = $2`,
      [team.id, sms.campaignId, SMS[0]],
    ],
    [
      `UPDATE voice_campaigns c SET (status, send_type, manual_data, segment_ids, agent_ids, number_ids) =
         ('running', x.send_type, x.manual_data, x.segment_ids, x.agent_ids, x.number_ids)
       FROM voice_campaigns x WHERE c.team_id = $1 AND c.id = $3 AND x.team_id = $1 AND x.id = $2`,
      [team.id, voice.campaignId, VOICE[0]],
    ],
    [
      `UPDATE voice_campaign_sends s SET (status, meta, next_step_at, audience_at) = ('running', x.meta, x.next_step_at, now())
       FROM voice_campaign_sends x WHERE s.team_id = $1 AND s.id = $3 AND x.team_id = $1 AND x.voice_campaign_id = $2`,
      [team.id, voice.campaignId, VOICE[1]],
    ],
  ];
  for (const [sql, values] of statements) {
    const { rowCount } = await app.pool.query(sql, values);
    if (rowCount !== 1) throw new Error(`${rowCount} rows: ${sql}`);
  }
}

const reachEverybody = ({ pool }: TestApp, segments: string[]) =>
  pool.query(`UPDATE segments SET filter = '{"tagsNone": ["one"]}' WHERE id = ANY($1::uuid[])`, [segments]);

async function started(app: TestApp, token: string, query: string, id: string): Promise<void> {
  const { errors } = await app.graphql(query, { token, variables: { id } });
  if (errors) throw new Error(JSON.stringify(errors));
}

/** Stretches of audiences from each of the segments, and contacts that are due. Nothing of it is kept. */
export function stretchesOf({ services }: TestApp, teamId: string, size: number, segments: NamedSegment[]): Work[] {
  const sms = { teamId, campaignId: SMS[0], sendId: SMS[1] };
  const voice = { teamId, campaignId: VOICE[0], sendId: VOICE[1] };
  const work = (name: string, run: (tx: Tx) => Promise<unknown>): Work => ({
    name,
    run: () => undone(services.db, run),
  });
  const now = new Date();
  let cycle = 1;
  const stretches = (kind: string, send: SendKey, tables: SendTables) =>
    segments.flatMap((segment) => {
      const audience = (name: string, use: (tx: Tx, who: Condition) => Promise<unknown>) =>
        work(`${kind} audience of ${segment.name}: ${name}`, async (tx) =>
          use(tx, (await audienceOfSend(tx, teamId, metaOf(segment.id, segments[0]!.id), { isFeed: false }))!),
        );
      // Each in a cycle of its own: what an earlier one wrote and undid is not in its way.
      const next = (upTo: string | null): AudienceProgress => {
        cycle += 1;
        return { cycle, amount: null, upTo };
      };
      const middle = idOf(KINDS.CONTACT, size >> 1);
      return [
        audience('first stretch', (tx, who) => addToAudience(tx, send, who, next(null), now, tables)),
        audience('stretch in the middle', (tx, who) => addToAudience(tx, send, who, next(middle), now, tables)),
        audience('arrivals', (tx, who) =>
          addArrivals(tx, send, who, { ...next(middle), startedAt: new Date(0) }, now, tables),
        ),
        audience('whether somebody waits', (tx, who) => hasMore(tx, send, who, { cycle: 1, amount: null }, tables)),
        audience('whether somebody is left', (tx, who) => hasMore(tx, send, who, { cycle: 1, amount: 10 }, tables)),
      ];
    });
  return [
    work('contacts that are due', (tx) => readDue(tx, sms, [], null, dueAfter(NOBODY, now), LARGE_BATCH_SIZE)),
    work('contacts that are judged again', (tx) =>
      readDue(tx, sms, [], null, heldAfter(NOBODY, now), LARGE_BATCH_SIZE),
    ),
    ...stretches('SMS', sms, SMS_SENDS),
    ...stretches('voice', voice, VOICE_SENDS),
  ];
}

const metaOf = (...segmentIds: string[]) =>
  ({ segmentIds, filterSegmentId: segmentIds[0]! }) as Partial<SendMeta> as SendMeta;

const UNDO = new Error('Nothing of this is kept.');

export async function undone(db: Db, run: (tx: Tx) => Promise<unknown>): Promise<void> {
  await db
    .transaction(async (tx) => {
      await run(tx);
      throw UNDO;
    })
    .catch((error: unknown) => {
      if (error !== UNDO) throw error;
    });
}

/** Turns of both engines: as many as it takes to have a stretch and a claim of each kind of campaign, and the claims after them. */
export function turnsOf(app: TestApp): Work[] {
  const engine = testEngine(app, new Date().toISOString());
  const calls = testCallEngine(app, new Date().toISOString());
  const turns = Array.from({ length: TURNS }, (_, at) => at + 1);
  let messages = 0;
  return [
    ...turns.map((turn) => ({
      name: `SMS turn ${turn}`,
      // Without the hand-over: after it the worker has a new partition analysed.
      run: async () => {
        messages += (await takeTurn(MESSAGES, engine))?.claim?.messages ?? 0;
        if (turn === TURNS && messages === 0) throw new Error('No message was claimed.');
      },
    })),
    ...turns.map((turn) => ({
      name: `voice turn ${turn}`,
      run: async () => {
        await workOnCalls(calls);
        if (turn === TURNS && calls.voice.placed.length === 0) throw new Error('No call was claimed.');
      },
    })),
  ];
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../../../src/database/uuid.ts';
import { followLink } from '../../../../src/modules/delivery/links/follow-link.ts';
import { signatureOf } from '../../../../src/modules/delivery/links/postbacks.ts';
import { createShortCodes } from '../../../../src/modules/delivery/links/short-codes.ts';
import { takePostback } from '../../../../src/modules/delivery/links/take-postback.ts';
import { optOut } from '../../../../src/modules/delivery/receipts/opt-out.ts';
import { applyFound } from '../../../../src/modules/voice/post-processing/classify-call.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { markAll, rollUp, staleRollUps } from '../../../support/roll-ups.ts';
import { createReportWorld, type Known, type World } from './world.ts';

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await createTestApp();
  world = await createReportWorld(app);
});
afterAll(() => app.close());

const mutate = async (text: string) => {
  const { data, errors } = await app.graphql<Record<string, Record<string, unknown>>>(`mutation { ${text} }`, {
    token: world.token,
  });
  expect(errors).toBeUndefined();
  return Object.values(data!)[0]!;
};

const marks = async () =>
  (await app.pool.query('SELECT kind, slot FROM report_marks WHERE team_id = $1', [world.teamId])).rows.length;

const messageWhere = (holds: (values: Known['values']) => boolean) =>
  world.messages.find(({ values }) => holds(values))!;

/** Messages that nobody has opened yet. */
const unopened = () => world.messages.filter(({ values }) => values.is_clicked === 0 && values.is_sale === 0);

const link = async ({ id }: Known) => {
  const [code] = createShortCodes(1);
  const { teamId } = world;
  await app.db.smsMessage.update({
    where: { teamId_id: { teamId, id } },
    data: { linkCode: code!, linkTarget: 'https://a.example' },
  });
  return code!;
};

/** By what changes them. */
const CHANGES: Record<string, () => Promise<unknown>> = {
  'an outcome that a person decides (E6)': () =>
    mutate(`changeCallOutcome(id: "${world.calls[0]!.id}", input: { callOutcome: do_not_call }) { id }`),
  async 'an outcome that a step found'() {
    const call = await app.db.call.findFirstOrThrow({ where: { id: world.calls[1]!.id } });
    const found = { outcome: 'interested' as const, confidence: 1, isLead: true };
    await app.services.db.transaction((tx) =>
      applyFound(tx, { id: uuidv7(), postProcessingId: uuidv7() }, call, found, { minimumConfidence: 2 }),
    );
  },
  async 'a sale that a merchant reports'() {
    const code = await link(unopened()[0]!);
    const url = await followLink(app.services.db, code, {
      isBot: false,
      counts: true,
      userAgent: 'x',
      now: new Date(),
    });
    await rollUp(app.services);
    const { secret } = await mutate('rotatePostbackSecret { secret }');
    const clickId = new URL(url!).searchParams.get('click_id')!;
    const signature = signatureOf(String(secret), { clickId, event: 'sale' });
    await takePostback(app.services, world.teamId, { click_id: clickId, event: 'sale', signature }, new Date());
  },
  'a click': async () => {
    const code = await link(unopened()[1]!);
    await followLink(app.services.db, code, { isBot: false, counts: true, userAgent: 'x', now: new Date() });
  },
  async 'a STOP'() {
    const { id, values } = messageWhere(({ unsubscribed_method }) => unsubscribed_method === null);
    const number = String(values.phone_normalized);
    const stop = { teamId: world.teamId, number, method: 'reply' as const, evidence: 'STOP', messageId: id };
    await app.services.db.transaction((tx) => optOut(tx, { ...stop, now: new Date() }));
  },
  'a contact that goes with its messages': () =>
    mutate(`deleteContact(id: "${world.messages[0]!.values.contact_id}") { id }`),
};

test.each(Object.keys(CHANGES))('%s', async (what) => {
  await markAll(app, world.teamId);
  await rollUp(app.services);
  expect(await marks()).toBe(0);
  await CHANGES[what]!();
  expect([await staleRollUps(app, world.teamId), (await marks()) > 0]).toEqual([[], true]);
  await rollUp(app.services);
  expect([await staleRollUps(app, world.teamId), await marks()]).toEqual([[], 0]);
});

test('two jobs at once take each mark once', async () => {
  await markAll(app, world.teamId);
  await Promise.all([rollUp(app.services), rollUp(app.services), rollUp(app.services)]);
  expect([await staleRollUps(app, world.teamId), await marks()]).toEqual([[], 0]);
});

const SOURCES = join(import.meta.dirname, '../../../../src');
const WRITES =
  /\b(?:INSERT INTO|UPDATE|DELETE FROM) (?:sms_messages|calls)\b|\.(?:smsMessage|call)\.(?:create|update|upsert|delete)|\['(?:sms_messages|calls)', '/;

/** What changes messages or calls and leaves no mark, and why. */
const UNMARKED: Record<string, string> = {
  'modules/voice/calls/call-of-event.ts': 'the event is applied to the call next, and marks it',
  'modules/voice/calls/call-rows.ts': 'whoever writes what events made of calls marks them beside it',
  'modules/voice/engine/preview/rehearse-calls.ts': 'a dry run writes to temporary tables',
  'modules/voice/post-processing/post-step.ts': 'roll-ups do not have when a lead was passed on',
  'modules/delivery/receipts/names.ts': 'roll-ups do not have the providers’ ids',
  'modules/delivery/engine/refuse.ts': 'settling marks each message that was answered',
  'modules/delivery/engine/reserve.ts': 'roll-ups do not have whose balance paid',
  'modules/delivery/engine/write-claim.ts': 'the claim marks the messages that it stores',
};

test('whatever changes messages or calls marks them, or says why not', () => {
  const found = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('generated'))
    .filter((path) => {
      const text = readFileSync(join(SOURCES, path), 'utf8');
      return WRITES.test(text) && !/\bmark(?:Messages|Calls|MessagesOf)\(|INTO report_marks/.test(text);
    });
  expect(found.sort()).toEqual(Object.keys(UNMARKED).sort());
});

/** A rule of the product, broken by hand: `from` becomes `to` in `file`, and one of `tests` must fail. */
export interface Mutant {
  rule: string;
  file: string;
  from: string;
  to: string;
  tests: string[];
}

const ENGINE = 'src/modules/delivery/engine';
const CALLS = 'src/modules/voice/engine';
const T = 'test/modules';

export const MUTANTS: Mutant[] = [
  {
    rule: 'a send keeps all of its campaign’s meta',
    file: 'src/modules/delivery/meta/meta.ts',
    from: 'jsonb_build_object(${fieldsOf(shape).map(',
    to: "jsonb_build_object(${fieldsOf(shape).filter(([name]) => name !== 'domainPlanId' && name !== 'numberIds').map(",
    tests: [`${T}/campaigns/kept-meta.test.ts`],
  },
  {
    rule: 'numbers on the suppression list are not contacted',
    file: 'src/modules/delivery/reach/is-suppressed.ts',
    from: 'IS NOT NULL OR ${isListed(',
    to: 'IS NOT NULL OR FALSE AND ${isListed(',
    tests: [`${T}/delivery/engine/send.test.ts`, `${T}/audience/segments/rules.test.ts`],
  },
  {
    rule: 'contacts that unsubscribed are not contacted',
    file: 'src/modules/delivery/reach/is-suppressed.ts',
    from: '.unsubscribed_at IS NOT NULL OR',
    to: '.unsubscribed_at IS NULL AND FALSE OR',
    tests: [`${T}/delivery/engine/send.test.ts`, `${T}/audience/segments/rules.test.ts`],
  },
  {
    rule: 'a balance pays for no more than it has',
    file: 'src/modules/billing/move.ts',
    from: "kind === 'charge' && !mayOverdraw ?",
    to: 'false ?',
    tests: [`${T}/delivery/engine/money.test.ts`],
  },
  {
    rule: 'a refund reaches a balance below zero',
    file: 'src/modules/billing/move.ts',
    from: "kind === 'charge' && !mayOverdraw ?",
    to: '!mayOverdraw ?',
    tests: [`${T}/delivery/engine/money.test.ts`],
  },
  {
    rule: 'what calls cost is charged though the balance is used up',
    file: `${CALLS}/charge-call.ts`,
    from: 'mayOverdraw: true',
    to: 'mayOverdraw: false',
    tests: [`${T}/voice/engine/calling.test.ts`],
  },
  {
    rule: 'a key moves a balance once',
    file: 'src/modules/billing/move.ts',
    from: 'AND NOT EXISTS (SELECT FROM ledger_entries e',
    to: 'AND NOT EXISTS (SELECT FROM ledger_entries e WHERE FALSE AND (SELECT FROM ledger_entries e',
    tests: [`${T}/billing/charge.test.ts`],
  },
  {
    rule: 'a STOP that is answered before a call begins is kept out of it',
    file: `${ENGINE}/provider-calls.ts`,
    from: 'optedOut.has(to) ? [[id, OPTED_OUT] as const] :',
    to: 'false ? [[id, OPTED_OUT] as const] :',
    tests: [`${T}/delivery/engine/provider-calls.test.ts`],
  },
  {
    rule: 'a call that begins waits for STOPs that are being committed',
    file: `${ENGINE}/call-gate.ts`,
    from: 'pg_advisory_xact_lock_shared(${teamKey(teamId)})::text',
    to: '1 WHERE hashtext(${teamId}) IS NOT NULL',
    tests: [`${T}/delivery/engine/provider-calls.test.ts`],
  },
  {
    rule: 'quiet hours hold',
    file: `${ENGINE}/decide.ts`,
    from: 'if (opening > now) {',
    to: 'if (false) {',
    tests: [`${T}/delivery/engine/windows.test.ts`],
  },
  {
    rule: 'a route that is not connected holds',
    file: `${ENGINE}/decide.ts`,
    from: 'if (!isConnected || provider === null) {',
    to: 'if (provider === null) {',
    tests: [`${T}/delivery/engine/changed-while-going.test.ts`],
  },
  {
    rule: 'a contact without a route is skipped',
    file: `${ENGINE}/stage.ts`,
    from: 'export function routeFor(',
    to: 'export function routeFor(stage: Stage, _contact: unknown) { return { route: [...stage.routes.values()][0], rule: null }; }\nexport function formerRouteFor(',
    tests: [`${T}/campaigns/explain/explain.test.ts`],
  },
  {
    rule: 'the limit of a day holds over all campaigns',
    file: `${ENGINE}/limits.ts`,
    from: 'l.day_count >= ${perDay}::int',
    to: 'l.day_count > ${perDay}::int',
    tests: [
      `${T}/delivery/engine/judge-held.test.ts`,
      `${T}/campaigns/explain/explain.test.ts`,
      `${T}/campaigns/sms/preview.test.ts`,
    ],
  },
  {
    rule: 'the limit of a week holds over all campaigns',
    file: `${ENGINE}/limits.ts`,
    from: 'l.week_count >= ${perWeek}::int',
    to: 'l.week_count > ${perWeek}::int',
    tests: [`${T}/delivery/engine/rules.test.ts`],
  },
  {
    rule: 'a message that reached nobody counts in no limit',
    file: `${ENGINE}/unclaim.ts`,
    from: 'day_count = l.day_count - CASE WHEN l.day = r.counted_on THEN 1 ELSE 0 END',
    to: 'day_count = l.day_count',
    tests: [`${T}/delivery/engine`],
  },
  {
    rule: 'a throttle holds',
    file: `${ENGINE}/pace.ts`,
    from: 'allowed: Math.max(0, bound - taken), roomAt: roomAt && roomAt > now ? roomAt : null',
    to: 'allowed: bound, roomAt: null',
    tests: [`${T}/delivery/engine/pace.test.ts`],
  },
  {
    rule: 'a step whose click rate is too low ends the send',
    file: `${ENGINE}/steps.ts`,
    from: 'Math.round((clicked / accepted) * 10_000) / 100',
    to: '100',
    tests: [`${T}/delivery/engine/rules.test.ts`, `${T}/campaigns/sms/preview.test.ts`],
  },
  {
    rule: 'a worker whose batch was taken over settles nothing but what was accepted',
    file: `${ENGINE}/settle.ts`,
    from: 'AND done_at IS NULL AND takeovers = ${takeovers}::int',
    to: 'AND done_at IS NULL AND ${takeovers}::int IS NOT NULL',
    tests: [`${T}/delivery/engine/provider-calls.test.ts`, `${T}/delivery/engine/left-behind.test.ts`],
  },
  {
    rule: 'a message that was in a call of a dead worker is unknown',
    file: `${ENGINE}/sweep.ts`,
    from: '(mayGo.has(id) ? [] : [{ messageId: id, ...LOST }])',
    to: '(mayGo.has(id) ? [] : [{ messageId: id, ...CAME_BACK }])',
    tests: [`${T}/delivery/engine/left-behind.test.ts`, `${T}/delivery/engine/provider-calls.test.ts`],
  },
  {
    rule: 'calls without an answer stop the campaign',
    file: `${ENGINE}/route-health.ts`,
    from: 'failures >= MAX_UNANSWERED',
    to: 'failures >= 1_000',
    tests: [`${T}/delivery/engine/provider-answers.test.ts`, `${T}/delivery/engine/provider-calls.test.ts`],
  },
  {
    rule: 'a link that is down is tried no further in its batch',
    file: `${ENGINE}/hand-over.ts`,
    from: 'down ??= downAfter(answered.results);',
    to: '',
    tests: [
      `${T}/delivery/engine/provider-answers.test.ts`,
      `${T}/delivery/engine/smpp-routes.test.ts`,
      `${T}/delivery/engine/provider-calls.test.ts`,
    ],
  },
  {
    rule: 'a provider that does not answer holds no lane',
    file: `${ENGINE}/behind.ts`,
    from: 'const PATIENCE_MS = 1_000;',
    to: 'const PATIENCE_MS = 300_000;',
    tests: [`${T}/delivery/engine/slow-providers.test.ts`],
  },
  {
    rule: 'nothing more is claimed for a provider that has enough to do',
    file: `${ENGINE}/behind.ts`,
    from: 'return behind > 0 &&',
    to: 'return false &&',
    tests: [`${T}/delivery/engine/slow-providers.test.ts`],
  },
  {
    rule: 'a slot opens one send',
    file: `${ENGINE}/write-send.ts`,
    from: 'ON CONFLICT (team_id, ${campaign}, slot) DO NOTHING',
    to: 'ON CONFLICT (team_id, id) DO NOTHING',
    tests: [`${T}/delivery/engine/recurring.test.ts`, `${T}/voice/engine/calling.test.ts`],
  },
  {
    rule: 'nobody is reached twice in a cycle',
    file: `${ENGINE}/audience.ts`,
    from: "SELECT r.status <> 'waiting' OR r.${tables.sendId} = ${sendId}::uuid FROM",
    to: 'SELECT r.${tables.sendId} = ${sendId}::uuid AND FALSE FROM',
    tests: [
      `${T}/delivery/engine/cycles.test.ts`,
      `${T}/delivery/engine/running.test.ts`,
      `${T}/delivery/engine/feed.test.ts`,
    ],
  },
  {
    rule: 'who was there before a feed began is not its arrival',
    file: `${ENGINE}/audience.ts`,
    from: 'const wasThere = Prisma.sql`created_at < ${startedAt}::timestamptz`;',
    to: 'const wasThere = Prisma.sql`created_at < ${startedAt}::timestamptz AND FALSE`;',
    tests: [`${T}/delivery/engine/feed.test.ts`],
  },
  {
    rule: 'whoever says so is not called again',
    file: `${CALLS}/after-call.ts`,
    from: "if (outcome === 'do_not_call' && former !== 'do_not_call')",
    to: 'if (false)',
    tests: [`${T}/voice/engine/calling.test.ts`],
  },
  {
    rule: 'a contact is called a limited number of times',
    file: `${CALLS}/after-call.ts`,
    from: 'if (attempts >= maxAttempts) return null;',
    to: '',
    tests: [`${T}/voice/engine/calling.test.ts`],
  },
  {
    rule: 'the last look before a call finds who opted out',
    file: `${CALLS}/place-call.ts`,
    from: 'if (row.isSuppressed) return OPTED_OUT;',
    to: '',
    tests: [`${T}/voice/engine/place-call.test.ts`],
  },
  {
    rule: 'an event of somebody who asks not to be called closes the gate first',
    file: 'src/modules/voice/calls/apply-call-events.ts',
    from: 'if (arrivals.some(({ message }) => asksNotToBeCalled(message)))',
    to: 'if (false)',
    tests: [`${T}/voice/calls/receive-call-event.test.ts`],
  },
  {
    rule: 'a transaction that has ended takes no statement',
    file: 'src/database/transaction.ts',
    from: '(isOver ? refused(given.at(-1)) :',
    to: '(false ? refused(given.at(-1)) :',
    tests: ['test/database/one-transaction.test.ts'],
  },
  {
    rule: 'an operation of Prisma names its team',
    file: 'src/database/teams.ts',
    from: 'if (OF_TEAMS.has(model) && !namesTeam(operation, args)) {',
    to: 'if (false) {',
    tests: ['test/database/isolation/prisma.test.ts'],
  },
  {
    rule: 'a list has the rows of the caller’s team',
    file: 'src/database/tables.ts',
    from: '`t.team_id = ${teamId}::uuid ${alive}`',
    to: '`${teamId}::uuid IS NOT NULL ${alive}`',
    tests: ['test/contract/contract.test.ts'],
  },
];

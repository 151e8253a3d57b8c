import { setImmediate } from 'node:timers/promises';
import type { Services } from '../../../context.ts';
import type { Db, Tx } from '../../../database/transaction.ts';
import type { MnpLookup } from '../../../generated/prisma/client.ts';
import { addJob } from '../../../jobs/add-job.ts';
import type { JobRun, Task } from '../../../jobs/task.ts';
import { recordTrace } from '../../../pipeline/timeline/record.ts';
import { LostKeyError } from '../../../secrets.ts';
import { factsOf, recordEvents, records } from '../../webhooks/events/record-events.ts';
import type { HlrSettings } from '../meta/meta-data.ts';
import { costOf, SIMULATED } from './configured-lookups.ts';
import { type LookupJob, lookupJob, lookupPayload } from './lookup-job.ts';
import type { AskedNumber, LookupProvider, NumberAnswer } from './lookup-provider.ts';
import { type Asked, claimDue, giveBack, nextMoment, saveAnswers, settleLost } from './lookup-tries.ts';

const ANSWER_MS = 60_000;

type ProviderOf = (services: Services, teamId: string) => LookupProvider | Promise<LookupProvider>;

/** Each batch is committed before the provider is asked: no number is asked for twice in one try, even after a crash. */
export const lookupTask = (providerOf: ProviderOf): Task => ({
  async run(services, payload, run) {
    const job = lookupPayload.parse(payload);
    const provider = await openedOr(() => providerOf(services, job.teamId));
    if (provider instanceof LostKeyError) {
      services.logger.error({ err: provider, lookup: job.lookupId }, 'numbers cannot be looked up');
      return services.db.transaction((tx) => fail(tx, job, provider.message));
    }
    const lookup = await begin(services.db, job, provider);
    if (!lookup) return;
    const trace = { id: job.traceId, startedAt: Date.now(), statements: 0 };
    const entry = { kind: 'job', operation: 'runNumberLookup', teamId: lookup.teamId } as const;
    await recordTrace({ ...services, trace, viewer: null }, entry, () => lookUp(services, provider, lookup, job, run));
  },
  async giveUp(tx, payload) {
    await fail(tx, lookupPayload.parse(payload), 'The provider did not answer.');
  },
});

/** Its cost is counted from now on, as numbers are asked about: the team may have another provider than when it was requested. */
async function begin(db: Db, { lookupId: id, teamId }: LookupJob, { isSimulated }: LookupProvider) {
  const notes = isSimulated ? { notes: [SIMULATED] } : {};
  const [begun] = await db.prisma.mnpLookup.updateManyAndReturn({
    where: { id, teamId, status: 'pending' },
    data: { status: 'running', cost: 0, ...notes },
  });
  if (begun) return begun;
  const [running] = await db.prisma.mnpLookup.updateManyAndReturn({
    where: { id, teamId, status: 'running' },
    data: { status: 'running', ...notes },
  });
  return running;
}

async function openedOr<Opened>(open: () => Opened | Promise<Opened>): Promise<Opened | LostKeyError> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof LostKeyError) return error;
    throw error;
  }
}

async function fail(tx: Tx, { lookupId, teamId }: LookupJob, statusReason: string): Promise<void> {
  const { count } = await tx.prisma.mnpLookup.updateMany({
    where: { id: lookupId, teamId, status: { in: ['pending', 'running'] } },
    data: { status: 'failed', statusReason, doneAt: new Date() },
  });
  await recordEnd(tx, teamId, count > 0 ? [lookupId] : []);
}

async function lookUp(
  services: Services,
  provider: LookupProvider,
  lookup: MnpLookup,
  job: LookupJob,
  { signal }: JobRun,
): Promise<void> {
  const { db } = services;
  const { timezone } = await db.prisma.team.findFirstOrThrow({
    where: { id: lookup.teamId },
    select: { timezone: true },
  });
  const rules = { settings: lookup.hlrSettings as HlrSettings | null, timezone };
  await settleLost(db, lookup, rules);
  for (;;) {
    const batch = await claimDue(db, lookup, provider.batchSize, costOf(services.config, provider, 1));
    if (batch.length === 0) break;
    await saveAnswers(db, lookup, rules, batch, await ask(services, provider, lookup, batch));
    // The embedded database answers without a turn of the event loop.
    await setImmediate();
    if (signal.aborted) return addJob(db, lookupJob(job));
  }
  const next = await nextMoment(db, lookup);
  if (next) await addJob(db, lookupJob(job, next));
  else await finish(services, provider, lookup);
}

async function ask(
  { db, config }: Services,
  provider: LookupProvider,
  lookup: MnpLookup,
  batch: readonly Asked[],
): Promise<readonly NumberAnswer[]> {
  const timeout = AbortSignal.timeout(ANSWER_MS);
  const tooLate = new Promise<never>((_resolve, reject) => {
    timeout.addEventListener('abort', () => reject(new Error('The provider did not answer in time.')));
  });
  const numbers: AskedNumber[] = batch.map(({ number, retries }) => ({ number, attempt: retries + 1 }));
  try {
    return await Promise.race([provider.lookup(numbers, timeout), tooLate]);
  } catch (error) {
    // A late provider may charge all the same.
    if (!timeout.aborted) await giveBack(db, lookup, batch, costOf(config, provider, 1));
    throw error;
  }
}

export async function finish(
  { db }: Pick<Services, 'db'>,
  { isSimulated }: LookupProvider,
  { id, teamId }: MnpLookup,
): Promise<void> {
  const own = { teamId, mnpLookupId: id };
  const reachable = await db.prisma.lookupResult.count({ where: { ...own, isReachable: true } });
  const unknown = await db.prisma.lookupResult.count({ where: { ...own, isReachable: null } });
  const notes = [
    ...(isSimulated ? [SIMULATED] : []),
    `${reachable} can be reached.`,
    ...(unknown > 0 ? [`${unknown} got no answer.`] : []),
  ];
  await db.transaction(async (tx) => {
    const { count } = await tx.prisma.mnpLookup.updateMany({
      where: { id, teamId, status: 'running' },
      data: { status: 'done', notes, doneAt: new Date() },
    });
    await recordEnd(tx, teamId, count > 0 ? [id] : []);
  });
}

const recordEnd = (tx: Tx, teamId: string, ids: readonly string[]) =>
  recordEvents(tx, teamId, records.lookup, factsOf('number_looked_up', ids), new Date());

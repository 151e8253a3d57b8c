import type { Services } from '../../../context.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import type { MnpLookup } from '../../../generated/prisma/client.ts';
import { addJob, removeJob } from '../../../jobs/add-job.ts';
import { startTrace } from '../../../trace.ts';
import { erasedAmongWritten } from '../reach/erased-numbers.ts';
import { costOf, SIMULATED } from './configured-lookups.ts';
import { lookupJob, lookupJobKey } from './lookup-job.ts';
import type { LookupProvider, NumberAnswer } from './lookup-provider.ts';
import { type Asked, saveAnswers, settledAfter } from './lookup-tries.ts';
import { finish } from './run-lookup.ts';

type Needed = Pick<Services, 'db' | 'config' | 'tokenKeys'>;

interface Wanted {
  /** E.164 digits, each once; at most the provider's batch. */
  numbers: readonly string[];
  /** Whose they are, in words. */
  filters: string;
  /** Nobody waits longer for an answer. */
  answerMs: number;
}

/**
 * Looks numbers up that somebody waits for. As for any other look-up they are stored with their cost before the provider is asked, and
 * asked for once. Where the process dies, its job ends the look-up. Nobody is asked about erased numbers.
 */
export async function lookUpNow(
  { db, config, tokenKeys }: Needed,
  teamId: string,
  provider: LookupProvider,
  { numbers: wanted, filters, answerMs }: Wanted,
): Promise<readonly NumberAnswer[]> {
  const asked = await db.transaction(async (tx) => {
    const erased = await erasedAmongWritten(tx, tokenKeys, teamId, wanted);
    const numbers = wanted.filter((number) => !erased.has(number));
    if (numbers.length === 0) return null;
    const batch = numbers.map((number): Asked => ({ id: uuidv7(), number: BigInt(number), retries: 0 }));
    const stored = await tx.prisma.mnpLookup.create({
      data: {
        ...{ teamId, amount: batch.length, cost: costOf(config, provider, batch.length), filters, status: 'running' },
        notes: provider.isSimulated ? [SIMULATED] : [],
      },
    });
    await tx.change`INSERT INTO lookup_results (team_id, id, mnp_lookup_id, number, asked_at)
      SELECT ${teamId}::uuid, x.id, ${stored.id}::uuid, x.number, now()
      FROM unnest(${batch.map(({ id }) => id)}::uuid[], ${numbers}::bigint[]) x(id, number)`;
    await addJob(tx, lookupJob({ teamId, lookupId: stored.id, traceId: startTrace().id }, settledAfter(new Date())));
    return { lookup: stored, batch };
  });
  if (asked === null) return [];
  const { lookup, batch } = asked;
  const nothingAsked = () => db.transaction((tx) => forget(tx, lookup));
  const answers = await ask(provider, batch, answerMs, nothingAsked);
  await db.transaction(async (tx) => {
    await saveAnswers(tx, lookup, { settings: null, timezone: 'UTC' }, batch, answers);
    await finish({ db: tx }, provider, lookup);
    await removeJob(tx, lookupJobKey(lookup.id));
  });
  return answers;
}

/** A provider that does not heed its signal is not waited for, either. It may charge all the same, unless it says later that it did not. */
function ask(
  provider: LookupProvider,
  batch: readonly Asked[],
  answerMs: number,
  nothingAsked: () => Promise<void>,
): Promise<readonly NumberAnswer[]> {
  const signal = AbortSignal.timeout(answerMs);
  const tooLate = new Promise<[]>((resolve) => {
    signal.addEventListener('abort', () => resolve([]));
  });
  const asked = batch.map(({ number }) => ({ number, attempt: 1 }));
  const answers = provider.lookup(asked, signal).catch(async (error: unknown) => {
    await nothingAsked();
    throw error;
  });
  return Promise.race([answers, tooLate]);
}

/** Nothing was asked or charged. */
async function forget(tx: Services['db'], { id, teamId }: MnpLookup): Promise<void> {
  await removeJob(tx, lookupJobKey(id));
  await tx.prisma.mnpLookup.delete({ where: { teamId_id: { teamId, id } } });
}

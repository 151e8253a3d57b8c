import type { Services } from '../../../context.ts';
import type { Db } from '../../../database/transaction.ts';
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
  /** Nobody is asked any more once it is aborted. What was asked for is stored all the same. */
  signal: AbortSignal;
  /** Gets each answer as it comes. */
  heard(answer: NumberAnswer): void;
}

/**
 * Looks numbers up that somebody waits for. As for any other look-up they are stored with their cost before the provider is asked, and
 * asked for once. Where the process dies, its job ends the look-up. Nobody is asked about erased numbers. Ends once all answers are stored,
 * however late they come.
 */
export async function lookUpNow(
  { db, config, tokenKeys }: Needed,
  teamId: string,
  provider: LookupProvider,
  { numbers: wanted, filters, signal, heard }: Wanted,
): Promise<void> {
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
  if (asked === null) return;
  const { lookup, batch } = asked;
  const answers = new Set<NumberAnswer>();
  const tell = (answer: NumberAnswer) => {
    answers.add(answer);
    heard(answer);
  };
  const save = (to: Db, of = batch) => saveAnswers(to, lookup, { settings: null, timezone: 'UTC' }, of, [...answers]);
  // Other processes know these while the rest is under way. All are stored again in the end.
  const saveThese = () => {
    const known = new Set([...answers].map(({ number }) => number));
    const these = batch.filter(({ number }) => known.has(number));
    if (these.length > 0) void save(db, these).catch(() => undefined);
  };
  signal.addEventListener('abort', saveThese);
  try {
    const numbers = batch.map(({ number }) => ({ number, attempt: 1 }));
    const all = await provider.lookup(numbers, signal, tell);
    for (const answer of all) if (!answers.has(answer)) tell(answer);
  } catch (error) {
    await db.transaction((tx) => forget(tx, lookup));
    throw error;
  } finally {
    signal.removeEventListener('abort', saveThese);
  }
  await db.transaction(async (tx) => {
    await save(tx);
    await finish({ db: tx }, provider, lookup);
    await removeJob(tx, lookupJobKey(lookup.id));
  });
}

/** Nothing was asked or charged. */
async function forget(tx: Db, { id, teamId }: MnpLookup): Promise<void> {
  await removeJob(tx, lookupJobKey(id));
  await tx.prisma.mnpLookup.delete({ where: { teamId_id: { teamId, id } } });
}

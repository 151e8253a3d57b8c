import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { ShownRequest } from 'sms-providers';
import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { type Row, read } from '../../../database/table.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { AppError, type FieldErrors, NotFoundError } from '../../../errors.ts';
import {
  type Agent,
  type Number as PhoneNumber,
  type PlacementStatus,
  Prisma,
  type VoiceAccount,
} from '../../../generated/prisma/client.ts';
import { callTopic } from '../../../live/announce.ts';
import { givenNumber, phoneNumberErrors } from '../../../phone-numbers/given-number.ts';
import { getRecord } from '../../../records/get-record.ts';
import { refuse } from '../../../records/input-rules.ts';
import { holdErasures } from '../../delivery/reach/erased-numbers.ts';
import { whySuppressed } from '../../delivery/reach/is-suppressed.ts';
import { markCalls } from '../../insight/reports/roll-ups/marks.ts';
import { AGENT } from '../agents/operations.ts';
import { addTestCallJob } from '../engine/place-test-call.ts';
import { NUMBER } from '../numbers/operations.ts';
import { previewOf, type SingleCall, withProvider } from './try-account.ts';

export interface VoiceTest {
  /** Of its call. */
  id: string;
  status: PlacementStatus;
  reason: string | null;
}

export interface StartedTest {
  request: ShownRequest | null;
  test: VoiceTest;
}

const NUMBER_FIELDS = [
  'id',
  'number',
  'voiceProviderId',
  'voiceProvider',
  'disallowedCountries',
  'archivedAt',
] as const;
const AGENT_FIELDS = ['id', 'name', 'externalId', 'voiceAccountId', 'archivedAt'] as const;

/** A real call of nobody's campaign. Its events arrive as those of other calls do. */
export async function testVoiceAccount(ctx: Context, input: SingleCall): Promise<StartedTest> {
  const { team } = viewerOf(ctx);
  refuse(phoneNumberErrors(input.to, 'to'));
  const to = String(givenNumber(input.to)!);
  return withProvider(ctx, input.voiceAccountId, async (provider, account) => {
    if (account.archivedAt) throw new AppError('CONFLICT', 'The voice account is archived. Restore it first.');
    const number = await getRecord(ctx, NUMBER, input.numberId, NUMBER_FIELDS);
    const agent = await getRecord(ctx, AGENT, input.agentId, AGENT_FIELDS);
    refuse(callerErrors(account, number, agent, to));
    const id = uuidv7();
    const request = previewOf(ctx, provider, id, { to, number, agent });
    await ctx.db.transaction(async (tx) => {
      await holdErasures(tx, team.id);
      const suppressed = await whySuppressed(ctx.tokenKeys, tx, team.id, to);
      if (suppressed) refuse({ to: [suppressed] });
      const now = new Date();
      const teamId = team.id;
      await tx.prisma.call.create({
        data: {
          ...{ teamId, id, numberId: number.id, agentId: agent.id, toNumber: BigInt(to) },
          ...{ callSource: 'manual', scheduledAt: now, timezone: team.timezone },
          placement: {
            create: { voiceAccountId: account.id, numberId: number.id, claimedAt: now, leaseUntil: now },
          },
        },
      });
      await markCalls(tx, teamId, [id]);
      await addTestCallJob(tx, { teamId, callId: id });
    });
    return { request, test: { id, status: 'claimed', reason: null } };
  });
}

function callerErrors(
  account: VoiceAccount,
  number: Pick<Row<PhoneNumber>, (typeof NUMBER_FIELDS)[number]>,
  agent: Pick<Row<Agent>, (typeof AGENT_FIELDS)[number]>,
  to: string,
): FieldErrors {
  const country = parsePhoneNumberFromString(`+${to}`)?.country;
  const isDisallowed = country !== undefined && number.disallowedCountries?.split(',').includes(country);
  const isOfAccount = agent.voiceAccountId === null || agent.voiceAccountId === account.id;
  return {
    ...(number.archivedAt !== null && { numberId: ['The number is archived.'] }),
    ...(number.voiceProvider !== account.provider && {
      numberId: [`The number belongs to ${number.voiceProvider}, the voice account to ${account.provider}.`],
    }),
    ...(agent.archivedAt !== null && { agentId: ['The agent is archived.'] }),
    ...(!isOfAccount && { agentId: ['The agent belongs to another voice account.'] }),
    ...(isDisallowed === true && { to: [`The number must not call ${country}.`] }),
  };
}

export async function getVoiceTest(ctx: Context, id: string): Promise<VoiceTest> {
  const { team } = viewerOf(ctx);
  const [test] = isUuid(id)
    ? await read<VoiceTest>(
        ctx.reader,
        Prisma.sql`SELECT p.call_id AS id, p.status, p.reason FROM call_placements p
          WHERE p.team_id = ${team.id}::uuid AND p.call_id = ${id}::uuid AND p.voice_campaign_send_id IS NULL`,
      )
    : [];
  if (!test) throw new NotFoundError('Test call');
  return test;
}

/** At once, and after every change. */
export async function watchVoiceTest(ctx: Context, given: string): Promise<AsyncIterable<{ id: string }>> {
  const { id } = await getVoiceTest(ctx, given);
  return ctx.streams.states(viewerOf(ctx), callTopic(id), { id });
}

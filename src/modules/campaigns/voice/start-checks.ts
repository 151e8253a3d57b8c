import type { Context } from '../../../context.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { FieldErrors } from '../../../errors.ts';
import type { VoiceCampaign } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { linkErrors, type MetaShape, voiceMeta } from '../../delivery/meta/meta.ts';
import { metaOf, type StoredMeta } from '../../voice/engine/call-send.ts';
import { accountOfNumber } from '../../voice/engine/callers.ts';
import { reachErrors, required, startErrors } from '../start-checks.ts';

/** All reasons why a campaign that is started now would call nobody. */
export async function lackErrors(
  ctx: Context,
  tx: Tx,
  campaign: VoiceCampaign,
  meta: MetaShape = voiceMeta,
): Promise<FieldErrors> {
  const links = await linkErrors(tx, campaign.teamId, meta, campaign);
  const { agentIds, numberIds } = metaOf(campaign as unknown as StoredMeta);
  const lacks = {
    ...required(agentIds.length === 0 ? [AGENT] : []),
    ...required(numberIds.length === 0 ? [NUMBER] : []),
    ...startErrors(campaign),
  };
  const known = { ...lacks, ...links };
  const hasCallers = !Object.keys(known).some((path) => CALLERS.some((field) => path.startsWith(field)));
  return {
    ...lacks,
    ...(hasCallers && (await callerErrors(tx, campaign, { agentIds, numberIds }))),
    ...(await reachErrors(ctx, metaOf(campaign as unknown as StoredMeta), known)),
    ...links,
  };
}

const AGENT = 'meta.agentId';
const NUMBER = 'meta.numberId';
const CALLERS = [AGENT, NUMBER];

interface Pair {
  numberId: string;
  accountId: string | null;
  hasAgent: boolean;
}

/** A number needs a connected account, over which an agent speaks. One such number is enough. */
async function callerErrors(
  tx: Tx,
  campaign: VoiceCampaign,
  { agentIds, numberIds }: { agentIds: string[]; numberIds: string[] },
): Promise<FieldErrors> {
  const { teamId } = campaign;
  const pairs = await tx.rows<Pair>`
    SELECT n.id AS "numberId", a.id AS "accountId", EXISTS (SELECT FROM agents g
        WHERE g.team_id = ${teamId}::uuid AND g.id = ANY(${agentIds}::uuid[]) AND g.archived_at IS NULL
          AND (g.voice_account_id IS NULL OR g.voice_account_id = a.id)) AS "hasAgent"
    FROM numbers n LEFT JOIN LATERAL (${accountOfNumber(teamId)}) a ON true
    WHERE n.team_id = ${teamId}::uuid AND n.id = ANY(${numberIds}::uuid[]) AND n.archived_at IS NULL`;
  const calling = pairs.filter(({ accountId }) => accountId !== null);
  if (calling.length === 0) return ofEach(campaign, 'number', 'has no connected voice account of its provider');
  if (calling.some(({ hasAgent }) => hasAgent)) return {};
  return ofEach(campaign, 'agent', 'cannot speak over the voice account of any of the numbers');
}

/** The same mistake under each field that names an agent, or a number. */
function ofEach(campaign: VoiceCampaign, what: 'agent' | 'number', mistake: string): FieldErrors {
  const several = (campaign[`${what}Ids`] ?? []) as string[];
  const paths = [
    ...(campaign[`${what}Id`] === null ? [] : [`meta.${what}Id`]),
    ...several.map((_, at) => `meta.${what}Ids.${at}`),
  ];
  return Object.fromEntries(paths.map((path) => [path, [messages.because(path, mistake)]]));
}

/** Warnings for the log of a start that works but may not do what it seems to: some accounts call nobody. */
export async function startWarnings(ctx: Context, campaign: VoiceCampaign): Promise<string[]> {
  const { numberIds } = metaOf(campaign as unknown as StoredMeta);
  const { teamId } = campaign;
  const numbers = await ctx.db.prisma.number.findMany({ where: { teamId, id: { in: numberIds } } });
  const providers = [...new Set(numbers.map(({ voiceProvider }) => voiceProvider))];
  const accounts = await ctx.db.prisma.voiceAccount.findMany({
    where: { teamId, adapter: 'simulator', provider: { in: providers }, archivedAt: null },
    orderBy: { name: 'asc' },
  });
  return accounts.map(({ name }) => `Simulated: calls over ${name} reach nobody, and what comes back is made up.`);
}

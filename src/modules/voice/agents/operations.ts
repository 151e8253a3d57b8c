import { type Context, viewerOf } from '../../../context.ts';
import { is, isSet, listFilter, listOf, textWithin, within } from '../../../database/reads/filters.ts';
import { tables } from '../../../database/tables.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { FieldErrors } from '../../../errors.ts';
import type { CreateAgentInput, UpdateAgentInput } from '../../../generated/inputs.ts';
import { type Agent, Prisma } from '../../../generated/prisma/client.ts';
import type { Archivable } from '../../../records/archive.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { nameErrors, nameOfCopy, refuse, textOf, tooLong } from '../../../records/input-rules.ts';
import { one, referenceErrors } from '../../../records/references.ts';
import { unlessTaken } from '../../../records/unless-taken.ts';
import { namedByCampaign, usedByCampaign } from '../callers.ts';

const takesCallsOf = ({ id, teamId }: Agent) =>
  Prisma.sql`SELECT 'The agent takes the calls of the number ' || n.number || '.' AS text FROM numbers n
    WHERE n.inbound_agent_id = ${id}::uuid AND n.team_id = ${teamId}::uuid`;

export const AGENT: Archivable<Agent> = {
  thing: 'Agent',
  table: tables.Agent,
  uses: (agent) => [usedByCampaign('agent', agent), Prisma.sql`${takesCallsOf(agent)} AND n.archived_at IS NULL`],
  history: (agent) => [
    namedByCampaign('agent', agent),
    takesCallsOf(agent),
    Prisma.sql`SELECT 'The agent has calls. Archive it instead.' AS text FROM calls
      WHERE team_id = ${agent.teamId}::uuid AND (agent_id = ${agent.id}::uuid OR call_agent_id = ${agent.id}::uuid)`,
  ],
  // Deleted campaigns; others keep it from being deleted.
  namedIn: [['voice_campaigns', 'agent_id']],
  linkErrors: (tx, agent) => linkErrors(tx, agent.teamId, agent),
};

export const agentFilter = listFilter('AgentFilter', {
  name: textWithin('the name'),
  externalId: is('String', 'Known to the provider by exactly this id.'),
  voiceAccountId: is('ID', 'Run by this account.'),
  isArchived: isSet('archivedAt', 'Whether it was archived.'),
  createdAt: within('When it was created.'),
});

export const listAgents = listOf(tables.Agent, agentFilter);

export function createAgent(ctx: Context, input: CreateAgentInput): Promise<Agent> {
  const { team } = viewerOf(ctx);
  return unlessTaken(
    'externalId',
    ctx.db.transaction(async (tx) => {
      refuse({ ...fieldErrors(input), ...(await linkErrors(tx, team.id, input)) });
      return tx.prisma.agent.create({ data: { teamId: team.id, name: input.name.trim(), ...columnsOf(input) } });
    }),
  );
}

export function updateAgent(ctx: Context, id: string, input: UpdateAgentInput): Promise<Agent> {
  return unlessTaken(
    'externalId',
    changeRecord(ctx, AGENT, id, async (tx, { teamId }) => {
      refuse({ ...fieldErrors(input), ...(await linkErrors(tx, teamId, input)) });
      return tx.prisma.agent.update({
        where: { teamId_id: { teamId, id } },
        data: { name: input.name?.trim(), ...columnsOf(input) },
      });
    }),
  );
}

/** The provider knows one assistant by this id, so the copy has none. */
export function duplicateAgent(ctx: Context, id: string): Promise<Agent> {
  return changeRecord(ctx, AGENT, id, async (tx, { teamId, name, prompt, voiceAccountId }) => {
    refuse(await linkErrors(tx, teamId, { voiceAccountId }));
    return tx.prisma.agent.create({ data: { teamId, name: nameOfCopy(name), prompt, voiceAccountId } });
  });
}

// Not in the reference.
const MAX_EXTERNAL_ID = 255;
const MAX_PROMPT = 20_000;

const fieldErrors = ({ name, externalId, prompt }: UpdateAgentInput): FieldErrors => ({
  ...nameErrors(name),
  ...tooLong('externalId', textOf(externalId), MAX_EXTERNAL_ID),
  ...tooLong('prompt', textOf(prompt), MAX_PROMPT),
});

const linkErrors = (tx: Tx, teamId: string, { voiceAccountId }: UpdateAgentInput) =>
  referenceErrors(tx, teamId, { voice_accounts: one('voiceAccountId', voiceAccountId) });

const columnsOf = ({ voiceAccountId, externalId, prompt }: UpdateAgentInput) => ({
  voiceAccountId,
  externalId: textOf(externalId),
  prompt: textOf(prompt),
});

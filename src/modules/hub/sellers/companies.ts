import { type Context, viewerOf } from '../../../context.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { FieldErrors } from '../../../errors.ts';
import type { CreateClientCompanyInput, UpdateClientCompanyInput } from '../../../generated/inputs.ts';
import type { ClientCompany } from '../../../generated/prisma/client.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { nameErrors, refuse } from '../../../records/input-rules.ts';
import { one, referenceErrors } from '../../../records/references.ts';
import { COMPANY } from './kinds.ts';

export function createClientCompany(ctx: Context, input: CreateClientCompanyInput): Promise<ClientCompany> {
  const { team } = viewerOf(ctx);
  const { name, integrationId } = input;
  return ctx.db.transaction(async (tx) => {
    refuse(await errorsOf(tx, team.id, input));
    return tx.prisma.clientCompany.create({ data: { teamId: team.id, name: name.trim(), integrationId } });
  });
}

export function updateClientCompany(ctx: Context, id: string, input: UpdateClientCompanyInput): Promise<ClientCompany> {
  const { name, integrationId } = input;
  return changeRecord(ctx, COMPANY, id, async (tx, { teamId }) => {
    refuse(await errorsOf(tx, teamId, input));
    const data = { name: name?.trim(), integrationId };
    return tx.prisma.clientCompany.update({ where: { teamId_id: { teamId, id } }, data });
  });
}

const errorsOf = async (tx: Tx, teamId: string, input: UpdateClientCompanyInput): Promise<FieldErrors> => ({
  ...nameErrors(input.name),
  ...(await referenceErrors(tx, teamId, { integrations: one('integrationId', input.integrationId) })),
});

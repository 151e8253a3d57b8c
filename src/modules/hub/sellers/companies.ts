import { type Context, viewerOf } from '../../../context.ts';
import type { CreateClientCompanyInput, UpdateClientCompanyInput } from '../../../generated/inputs.ts';
import type { ClientCompany } from '../../../generated/prisma/client.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { nameErrors, refuse } from '../../../records/input-rules.ts';
import { COMPANY } from './kinds.ts';

export function createClientCompany(ctx: Context, input: CreateClientCompanyInput): Promise<ClientCompany> {
  const { team } = viewerOf(ctx);
  refuse(nameErrors(input.name));
  return ctx.db.prisma.clientCompany.create({ data: { teamId: team.id, name: input.name.trim() } });
}

export function updateClientCompany(ctx: Context, id: string, input: UpdateClientCompanyInput): Promise<ClientCompany> {
  refuse(nameErrors(input.name));
  return changeRecord(ctx, COMPANY, id, (tx, { teamId }) =>
    tx.prisma.clientCompany.update({ where: { teamId_id: { teamId, id } }, data: { name: input.name?.trim() } }),
  );
}

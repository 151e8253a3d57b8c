import { type Context, viewerOf } from '../../../context.ts';
import { contains, listFilter, listOf, textWithin } from '../../../database/reads/filters.ts';
import { tables } from '../../../database/tables.ts';
import type { CreateDomainPlanInput, UpdateDomainPlanInput } from '../../../generated/inputs.ts';
import { type DomainPlan, Prisma } from '../../../generated/prisma/client.ts';
import { changeRecord } from '../../../records/change-record.ts';
import type { Deletable } from '../../../records/delete-record.ts';
import { nameErrors, refuse } from '../../../records/input-rules.ts';
import { domainsErrors, domainsOf } from './domain-rules.ts';

export const DOMAIN_PLAN: Deletable<DomainPlan> = {
  thing: 'Domain plan',
  table: tables.DomainPlan,
  uses: ({ id, teamId }) => [
    Prisma.sql`SELECT 'The domain plan is used by the campaign "' || name || '".' AS text
      FROM sms_campaigns WHERE domain_plan_id = ${id}::uuid AND team_id = ${teamId}::uuid AND deleted_at IS NULL`,
  ],
  namedIn: [['sms_campaigns', 'domain_plan_id']],
};

export const domainPlanFilter = listFilter('DomainPlanFilter', {
  name: textWithin('the name'),
  domain: {
    ...textWithin('one of the domains'),
    sql: (domain: string) =>
      contains(Prisma.sql`d.name`, domain).map(
        (matches) => Prisma.sql`EXISTS (SELECT FROM unnest(t.domains) d(name) WHERE ${matches})`,
      ),
  },
});

export const listDomainPlans = listOf(tables.DomainPlan, domainPlanFilter);

export function createDomainPlan(ctx: Context, input: CreateDomainPlanInput): Promise<DomainPlan> {
  const { team } = viewerOf(ctx);
  refuse({ ...nameErrors(input.name), ...domainsErrors(input.domains) });
  return ctx.db.prisma.domainPlan.create({
    data: { teamId: team.id, name: input.name.trim(), domains: domainsOf(input.domains) },
  });
}

export function updateDomainPlan(ctx: Context, id: string, input: UpdateDomainPlanInput): Promise<DomainPlan> {
  refuse({ ...nameErrors(input.name), ...domainsErrors(input.domains) });
  return changeRecord(ctx, DOMAIN_PLAN, id, (tx, { teamId }) =>
    tx.prisma.domainPlan.update({
      where: { teamId_id: { teamId, id } },
      data: { name: input.name?.trim(), domains: input.domains ? domainsOf(input.domains) : undefined },
    }),
  );
}

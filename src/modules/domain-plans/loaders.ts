import { defineTable } from '../../database/table.ts';
import { type DomainPlan, Prisma } from '../../generated/prisma/client.ts';

export const domainPlans = defineTable<DomainPlan>('domain_plans', Prisma.DomainPlanScalarFieldEnum);

import { uuidv7 } from '../../../../src/database/uuid.ts';
import type { HubMessage, Prisma } from '../../../../src/generated/prisma/client.ts';
import type { TestApp } from '../../../support/app.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

export interface Hub extends TestTeam {
  teamId: string;
  companyId: string;
  endpointId: string;
  routeId: string;
  ruleId: string;
  submit(more?: Partial<Prisma.HubMessageUncheckedCreateInput>): Promise<HubMessage>;
}

const SUBMITTED = Date.UTC(2026, 2, 1, 9);

/** A company with an endpoint, and messages as the hub stores them. */
export async function createHub(app: TestApp, name = 'Acme'): Promise<Hub> {
  const { db } = app;
  const team = await createTeam(app, name);
  const teamId = team.team.id;
  const { id: companyId } = await db.clientCompany.create({ data: { teamId, name: 'Northwind' } });
  const { id: routeId } = await db.route.create({ data: { teamId, name: 'Direct', companyName: 'Carrier' } });
  const { id: ruleId } = await db.profitRule.create({
    data: { teamId, clientCompanyId: companyId, marginType: 'percentage', currentProfit: '20' },
  });
  const { id: endpointId } = await createSellerEndpoint(db, {
    ...{ teamId, clientCompanyId: companyId, username: `seller-${teamId}`, passwordHash: 'none', name: 'Main' },
  });
  let count = 0;
  const submit: Hub['submit'] = (more = {}) => {
    count += 1;
    const createdAt = new Date(SUBMITTED + count * 60_000);
    const data = {
      ...{ id: uuidv7(createdAt.getTime()), teamId, sellerEndpointId: endpointId, clientCompanyId: companyId },
      ...{ protocol: 'smpp' as const, sender: 'Northwind', destination: '4915112345678', number: 4_915_112_345_678n },
      ...{ text: `Hello ${count}`, countryId: 276, routeId, profitRuleId: ruleId, cost: '0.05', price: '0.06' },
      ...{ validUntil: new Date(SUBMITTED + 86_400_000), createdAt },
      dueAt: (more.status ?? 'queued') === 'queued' ? createdAt : null,
    };
    return db.hubMessage.create({ data: { ...data, ...more } });
  };
  return { ...team, teamId, companyId, endpointId, routeId, ruleId, submit };
}

export const REJECTED = {
  ...{ status: 'rejected' as const, refusal: 'suppressed', reason: '+49 1511 2345678 is on the suppression list.' },
  ...{ cost: '0', price: '0', routeId: null, profitRuleId: null },
};

export const ended = (status: 'delivered' | 'failed', seconds: number, from: Date) => ({
  ...{ status, createdAt: from, sentAt: from, settledAt: new Date(from.getTime() + seconds * 1_000) },
});

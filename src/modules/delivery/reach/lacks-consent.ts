import { anyRow } from '../../../database/reads/any-row.ts';
import { type Channel, type ConsentPurpose, Prisma } from '../../../generated/prisma/client.ts';

/** What contacts must have consented to. */
export interface ConsentNeeded {
  channel: Channel;
  purpose: ConsentPurpose;
}

/** `contact` is its alias in the statement. */
export const hasConsent = (teamId: string, contact: string, { channel, purpose }: ConsentNeeded): Prisma.Sql =>
  anyRow(Prisma.sql`FROM consents x WHERE x.team_id = ${teamId}::uuid AND x.number = ${Prisma.raw(contact)}.number
    AND x.channel = ${channel}::channel AND x.purpose = ${purpose}::consent_purpose AND x.state = 'granted'`);

export const lacksConsent = (teamId: string, contact: string, needed: ConsentNeeded | null): Prisma.Sql =>
  needed ? Prisma.sql`NOT ${hasConsent(teamId, contact, needed)}` : Prisma.sql`FALSE`;

/** The same of a number, for a send whose meta may require a consent. */
export const lacksConsentFor = (teamId: string, channel: Channel, number: Prisma.Sql, meta: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${meta} ->> 'requiresConsent' IS NOT NULL AND NOT ${anyRow(Prisma.sql`FROM consents x
    WHERE x.team_id = ${teamId}::uuid AND x.number = ${number} AND x.channel = ${channel}::channel
      AND x.purpose = (${meta} ->> 'requiresConsent')::consent_purpose AND x.state = 'granted'`)})`;

export const consentNeeded = (channel: Channel, { requiresConsent }: { requiresConsent?: ConsentPurpose | null }) =>
  requiresConsent ? { channel, purpose: requiresConsent } : null;

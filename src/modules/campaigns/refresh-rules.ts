import type { Tx } from '../../database/transaction.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { judgeHeldAgain } from '../../pipeline/rule-changes.ts';
import type { Campaign, CampaignKind } from './kind.ts';
import { OPEN_SENDS } from './rules.ts';

/** What decides when a contact may be reached, by the field of the meta that has it. */
const RULES = {
  plannerData: ['daysOfWeek', 'weeklySchedule', 'dailySmsContactLimit', 'weeklySmsContactLimit'],
  recurringData: ['daysOfWeek', 'dailyContactLimit', 'weeklyContactLimit'],
  feedData: ['daysOfWeek', 'weeklySchedule', 'hourlyCallsLimit'],
} as const;

/**
 * Gives a send that goes out the campaign's present days, hours and limits; what else it began with stays. Contacts that those
 * hold are judged again.
 */
export async function refreshRules<Of extends Campaign>(
  tx: Tx,
  { sends: { sends, campaignId: link } }: CampaignKind<Of>,
  campaign: Of,
): Promise<void> {
  const { id, teamId, sendType } = campaign;
  const field = `${sendType}Data` as keyof typeof RULES;
  const data = (campaign as Partial<Record<keyof typeof RULES, Prisma.JsonValue>>)[field];
  if (!(field in RULES) || data === null || data === undefined) return;
  const rules = Object.fromEntries(
    RULES[field].flatMap((name) => {
      const value = (data as Prisma.JsonObject)[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  // Not by `@>`: former days contain the present ones where some were taken away.
  const changed = await tx.change`UPDATE ${sends} s
    SET meta = jsonb_set(meta, ARRAY[${field}::text], meta -> ${field}::text || ${JSON.stringify(rules)}::jsonb), updated_at = now()
    WHERE ${link} = ${id}::uuid AND team_id = ${teamId}::uuid AND (audience_at IS NOT NULL OR audience_up_to IS NOT NULL)
      AND status = ANY(${OPEN_SENDS}::text[]::send_status[])
      AND meta ->> 'sendType' = ${sendType}::text AND meta -> ${field}::text <> meta -> ${field}::text || ${JSON.stringify(rules)}::jsonb`;
  if (changed > 0) await judgeHeldAgain(tx, { teamId });
}

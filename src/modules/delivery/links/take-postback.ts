import type { Services } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { AppError, NotFoundError } from '../../../errors.ts';
import type { MessageStatus } from '../../../generated/prisma/client.ts';
import { announceMessages } from '../../../live/announce.ts';
import { markMessages } from '../../insight/reports/roll-ups/marks.ts';
import { countAsSent } from '../engine/arrived.ts';

import { postbackSecretsOf } from './postback-secret.ts';
import { type Postback, readPostback } from './postbacks.ts';

/** A repeat changes nothing. A team without postbacks, an unknown team and a wrong signature get the same answer. */
export async function takePostback(
  services: Pick<Services, 'db' | 'tokenKeys' | 'logger'>,
  teamId: string,
  parameters: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  if (!isUuid(teamId)) throw new AppError('UNAUTHENTICATED', INVALID);
  const secrets = await postbackSecretsOf(services, teamId);
  const postback = secrets.map((secret) => readPostback(secret, parameters)).find((read) => read !== null);
  if (!postback) throw new AppError('UNAUTHENTICATED', INVALID);
  await services.db.transaction((tx) => keepConversion(tx, teamId, postback, now));
}

const INVALID = 'Invalid signature';
/** As the column has it. */
const MAX_REVENUE = '999999999999.999999';

async function keepConversion(tx: Tx, teamId: string, { clickId, event }: Postback, now: Date): Promise<void> {
  const message = isUuid(clickId) ? await messageOf(tx, teamId, clickId) : undefined;
  if (!message) throw new NotFoundError('Click');
  const isNew = await tx.change`INSERT INTO sms_link_events (team_id, id, message_id, kind, reference, occurred_at)
      VALUES (${teamId}::uuid, ${uuidv7(now.getTime())}::uuid, ${message.id}::uuid, ${event}, ${clickId.toLowerCase()},
        ${now}::timestamptz)
      ON CONFLICT (team_id, message_id, kind, reference) DO NOTHING`;
  if (isNew === 0) return;
  const converted = await tx.row<{ status: MessageStatus }>`
      UPDATE sms_messages m SET is_lead = m.is_lead OR ${event} = 'lead', is_sale = m.is_sale OR ${event} = 'sale',
        revenue = CASE WHEN ${event} = 'sale' THEN LEAST(COALESCE(m.revenue, 0) + COALESCE((
          SELECT o.profit FROM offers o WHERE o.team_id = ${teamId}::uuid AND o.id = m.offer_id), 0), ${MAX_REVENUE}::numeric) ELSE m.revenue END,
        updated_at = ${now}::timestamptz
      WHERE m.team_id = ${teamId}::uuid AND m.id = ${message.id}::uuid RETURNING m.status::text AS status`;
  // Its link was clicked, so the message went out.
  if (converted?.status === 'unknown') await countAsSent(tx, teamId, [message.id], now);
  else await markMessages(tx, teamId, [message.id]);
  await announceMessages(tx, message.campaignId, [message.id]);
}

const messageOf = (tx: Tx, teamId: string, clickId: string) =>
  tx.row<{ id: string; campaignId: string }>`SELECT m.id, m.sms_campaign_id AS "campaignId" FROM sms_link_events e
      JOIN sms_messages m ON m.team_id = e.team_id AND m.id = e.message_id
      WHERE e.team_id = ${teamId}::uuid AND e.id = ${clickId}::uuid AND e.kind IN ('click', 'bot')`;

import { chanceFrom } from '../../../chance.ts';
import type { Tx } from '../../../database/transaction.ts';
import { mergeValues } from '../../delivery/engine/due.ts';
import { isSuppressed } from '../../delivery/reach/is-suppressed.ts';
import { renderVariables, type VariableValues } from '../../delivery/texts/variables.ts';
import type { OutgoingCall } from '../providers/voice-provider.ts';
import { type ClaimedCall, MAX_CALL_SECONDS } from './engine.ts';

export interface OutgoingRow {
  to: string;
  number: string;
  numberId: string | null;
  agentId: string | null;
  agentName: string;
  attempt: number;
  teamTimezone: string;
  isSuppressed: boolean;
  contactId: string;
  values: Record<string, string | null>;
  campaign: { id: string; name: string };
  cycle: number;
  /** The offers of the campaign, in the team's order. */
  offers: { id: string; name: string; url: string }[];
  templates: Record<string, string> | null;
}

/** A claimed call with everything that its provider receives; the placement stays locked. Undefined when it is another worker's. */
export async function readOutgoing(
  tx: Tx,
  { teamId, campaignId, callId }: ClaimedCall,
  now: Date,
): Promise<OutgoingRow | undefined> {
  const [call] =
    await tx.rows<OutgoingRow>`SELECT k.to_number::text AS "to", u.number::text AS number, u.voice_provider_id AS "numberId", p.attempt,
        (SELECT t.timezone FROM teams t WHERE t.id = ${teamId}::uuid) AS "teamTimezone",
        a.external_id AS "agentId", a.name AS "agentName", ${isSuppressed(teamId, 'c')} AS "isSuppressed",
        c.id AS "contactId", ${mergeValues} AS values, jsonb_build_object('id', v.id, 'name', v.name) AS campaign, s.cycle,
        s.meta -> 'variables' AS templates,
        (SELECT COALESCE(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'url', o.url)
            ORDER BY j.position, j.offer_id), '[]')
          FROM voice_campaign_offers j JOIN offers o ON o.team_id = ${teamId}::uuid AND o.id = j.offer_id
          WHERE j.team_id = ${teamId}::uuid AND j.voice_campaign_id = ${campaignId}::uuid AND o.deleted_at IS NULL) AS offers
      FROM call_placements p
      JOIN calls k ON k.team_id = p.team_id AND k.id = p.call_id
      JOIN contacts c ON c.team_id = k.team_id AND c.id = k.contact_id
      LEFT JOIN countries n ON n.id = c.country_id
      JOIN numbers u ON u.team_id = k.team_id AND u.id = k.number_id
      JOIN agents a ON a.team_id = k.team_id AND a.id = k.agent_id
      JOIN voice_campaign_sends s ON s.team_id = p.team_id AND s.id = p.voice_campaign_send_id
      JOIN voice_campaigns v ON v.team_id = s.team_id AND v.id = s.voice_campaign_id
      WHERE p.team_id = ${teamId}::uuid AND p.call_id = ${callId}::uuid AND p.status = 'claimed'
        AND p.lease_until > ${now}::timestamptz FOR UPDATE OF p`;
  return call;
}

/** What the provider receives, or which variable cannot be written for this contact. */
export function outgoingCall(callId: string, row: OutgoingRow): OutgoingCall | { failed: string } {
  const { to, number, numberId, agentId, agentName, attempt, values, campaign, cycle, offers } = row;
  // As messages are written: a contact's choices are drawn once in a cycle of the campaign.
  const seed = `${campaign.id} ${cycle} ${row.contactId}`;
  const offer = offers.length > 0 ? chanceFrom(`${seed} offer`).pick(offers) : null;
  const language = languageOf(values.country ?? null);
  const known: VariableValues = { contact: { ...values, language }, campaign, offer };
  const written = renderVariables(row.templates ?? {}, known, seed);
  if ('failed' in written) return written;
  const { name = null, timezone, number: _number, ...others } = values;
  const fields = Object.fromEntries(
    Object.entries(others).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  return {
    reference: callId,
    to,
    from: { number, id: numberId },
    agent: { id: agentId, name: agentName },
    attempt,
    maxSeconds: MAX_CALL_SECONDS,
    contact: { name, language, timezone: timezone ?? row.teamTimezone, fields },
    campaign,
    offer,
    variables: written.variables,
  };
}

/** A call that no campaign makes. */
export const singleCall = (
  reference: string,
  { to, from, agent, timezone }: Pick<OutgoingCall, 'to' | 'from' | 'agent'> & { timezone: string },
): OutgoingCall => ({
  ...{ reference, to, from, agent, attempt: 1, maxSeconds: MAX_CALL_SECONDS },
  contact: { name: null, language: null, timezone, fields: {} },
  campaign: { id: reference, name: 'Test' },
  ...{ offer: null, variables: {} },
});

/** The most spoken language of a country, as Unicode lists them. */
const languageOf = (country: string | null): string | null =>
  country === null ? null : new Intl.Locale(`und-${country}`).maximize().language;

/** A question that roll-ups do not answer, and the same by hand. */
export interface RowQuestion {
  name: string;
  ask: string;
  sql: string;
  values: unknown[];
}

export const rowQuestions = (teamId: string, contact: string): RowQuestion[] => [
  {
    name: 'how many have a text in them',
    ask: '{ smsReport(filters: { final_text: { type: "contains", filter: "lighthouse" } }) { totals { messages sent } } }',
    sql: `SELECT count(*)::int AS messages, count(*) FILTER (WHERE is_sent)::int AS sent FROM sms_messages
      WHERE team_id = $1 AND final_text ILIKE '%lighthouse%'`,
    values: [teamId],
  },
  {
    name: 'the newest 100 of a contact',
    ask: `{ smsReport(filters: { contact_id: { type: "equals", filter: "${contact}" } }, first: 100) {
      rows { rowId smsCampaignId isSent sentAt finalText } } }`,
    sql: `SELECT id, sms_campaign_id, is_sent, sent_at, final_text FROM sms_messages
      WHERE team_id = $1 AND contact_id = $2 ORDER BY created_at DESC, id DESC LIMIT 101`,
    values: [teamId, contact],
  },
  {
    name: 'the newest 100',
    ask: '{ smsReport(first: 100) { rows { rowId smsCampaignId isSent sentAt finalText } } }',
    sql: `SELECT id, sms_campaign_id, is_sent, sent_at, final_text FROM sms_messages
      WHERE team_id = $1 ORDER BY created_at DESC, id DESC LIMIT 101`,
    values: [teamId],
  },
];

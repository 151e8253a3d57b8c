import { boolean, dateTime, decimal, type EventFields, fieldsOf, integer, text, uuid } from './fields.ts';

/** A record that events are about: its table, and what events show of a row. Names and values are those of REST. */
export interface EventRecord {
  readonly name: string;
  readonly table: string;
  readonly fields: EventFields;
}

const orNull = { orNull: true };

const message: EventRecord = {
  name: 'Message',
  table: 'sms_messages',
  fields: fieldsOf({
    id: uuid('Id of the message.'),
    team_id: uuid('The team.'),
    sms_campaign_id: uuid('Its campaign.'),
    sms_campaign_send_id: uuid('The campaign’s send.', { of: 'sms_send_id' }),
    contact_id: uuid('The contact.'),
    offer_id: uuid('The offer that it sells.', orNull),
    sms_id: text('The provider’s id of it.', orNull),
    to_number: integer('The number it went to, E.164 digits.', { of: 'phone_normalized' }),
    sender_id: text('Whom it says it is from.', orNull),
    final_text: text('Its text.'),
    sms_parts: integer('How many parts it is sent in.'),
    status: text('Where it stands: sending, unknown, accepted, delivered, failed or expired.'),
    cost: decimal('What the provider is paid for it.', orNull),
    is_clicked: boolean('Whether its link was opened.'),
    is_lead: boolean('Whether it led to a lead.'),
    is_sale: boolean('Whether it led to a sale.'),
    dlr_code: integer('Code of the delivery receipt.', orNull),
    fail_reason: text('Why it failed.', orNull),
    sent_at: dateTime('When it went out.', orNull),
    settled_at: dateTime('When it was delivered, failed or expired.', orNull),
    time_clicked: dateTime('When its link was first opened.', orNull),
    created_at: dateTime('When it was created.'),
    updated_at: dateTime('When it last changed.'),
  }),
};

const reply: EventRecord = {
  name: 'Reply',
  table: 'sms_replies',
  fields: fieldsOf({
    id: uuid('Id of the reply.'),
    team_id: uuid('The team.'),
    route_id: uuid('The route it came over.'),
    from_number: integer('Who wrote it, E.164 digits.'),
    text: text('Its text.'),
    kind: text('What it is: text, stop, start, help or keyword.'),
    keyword: text('The team’s keyword that it says, where its kind is keyword.', orNull),
    contact_id: uuid('The contact with this number.', orNull),
    message_id: uuid('The message it answers.', orNull),
    received_at: dateTime('When it came.'),
  }),
};

const suppressedNumber: EventRecord = {
  name: 'SuppressedNumber',
  table: 'suppressed_numbers',
  fields: fieldsOf({
    id: uuid('Id of the entry in the suppression list.'),
    team_id: uuid('The team.'),
    number: integer('The number, E.164 digits.'),
    reason: text('Why it is not contacted.', orNull),
    created_at: dateTime('Since when it is not contacted.'),
  }),
};

const call: EventRecord = {
  name: 'Call',
  table: 'calls',
  fields: fieldsOf({
    id: uuid('Id of the call.'),
    team_id: uuid('The team.'),
    external_id: text('The provider’s id of it.', orNull),
    contact_id: uuid('The contact.', orNull),
    number_id: uuid('The team’s number that was used.', orNull),
    call_agent_id: uuid('The agent that spoke.', orNull),
    agent_id: uuid('The agent that the call was given to.', orNull),
    voice_campaign_id: uuid('The campaign that made it.', orNull),
    voice_campaign_send_id: uuid('That campaign’s send.', orNull),
    to_number: integer('The contact’s number at the time, E.164 digits.'),
    country_id: integer('The country: its ISO 3166-1 numeric code.', orNull),
    timezone: text('IANA name.', orNull),
    status: text('Where it stands: scheduled, queued, ringing, in_progress, forwarding or ended.'),
    call_outcome: text('What came of it.', orNull),
    call_source: text('campaign, inbound or manual.'),
    extprovider_ended_reason: text('Why it ended, as the provider says.', { of: 'ended_reason', orNull: true }),
    is_answered: boolean('Whether it was taken, by a person or a machine.'),
    is_picked_up: boolean('Whether the line was opened.'),
    is_answer_machine: boolean('Whether a machine took it.'),
    is_lead: boolean('Whether it made a lead.'),
    is_sale: boolean('Whether it made a sale.'),
    chat: text('The transcript.', orNull),
    recording_url: text('Where its recording is.', orNull),
    cost: decimal('What the provider charges, in its currency.', orNull),
    scheduled_at: dateTime('When it was to be made.', orNull),
    started_at: dateTime('When it began to ring.', orNull),
    ended_at: dateTime('When it ended.', orNull),
    lead_submitted_at: dateTime('When its lead was passed on.', orNull),
    created_at: dateTime('When it was created.'),
    updated_at: dateTime('When it last changed.'),
  }),
};

const campaignFields = {
  id: uuid('Id of the campaign.'),
  team_id: uuid('The team.'),
  name: text('Its name.'),
  status: text('draft, pending, running, in_progress, sent, failed or stopped.'),
  send_type: text('manual, multistep, planner, recurring or feed.', orNull),
  created_at: dateTime('When it was created.'),
  updated_at: dateTime('When it last changed.'),
};

const smsCampaign: EventRecord = {
  name: 'SmsCampaign',
  table: 'sms_campaigns',
  fields: fieldsOf({ ...campaignFields, status_reason: text('Why it was stopped or waits.', orNull) }),
};

const voiceCampaign: EventRecord = {
  name: 'VoiceCampaign',
  table: 'voice_campaigns',
  fields: fieldsOf({
    ...campaignFields,
    status_reason: text('Why it was stopped.', { of: 'stopped_reason', orNull: true }),
  }),
};

const dataFile: EventRecord = {
  name: 'DataFile',
  table: 'data_files',
  fields: fieldsOf({
    id: uuid('Id of the data file.'),
    team_id: uuid('The team.'),
    name: text('The file’s name.'),
    size: integer('Size of the upload in bytes.'),
    status: text('imported, failed or cancelled.'),
    failure_reason: text('Why the import failed.', orNull),
    total_rows: integer('Rows of the file.'),
    processed_rows: integer('Rows read.'),
    created_contacts: integer('Contacts that it made.'),
    updated_contacts: integer('Contacts that it changed.'),
    unchanged_contacts: integer('Contacts that it left as they were.'),
    failed_rows: integer('Rows that became no contact because of a mistake.'),
    created_at: dateTime('When it was uploaded.'),
    finished_at: dateTime('When the import ended.', orNull),
  }),
};

const lookup: EventRecord = {
  name: 'MnpLookup',
  table: 'mnp_lookups',
  fields: fieldsOf({
    id: uuid('Id of the lookup.'),
    team_id: uuid('The team.'),
    amount: integer('How many numbers it covers.'),
    cost: decimal('What it costs, in the team’s currency.'),
    filters: text('Which contacts it covers, in words.', orNull),
    status: text('done, failed or cancelled.'),
    status_reason: text('Why it failed.', orNull),
    created_at: dateTime('When it was requested.'),
    done_at: dateTime('When it was done or given up.', orNull),
  }),
};

const integration: EventRecord = {
  name: 'Integration',
  table: 'integrations',
  fields: fieldsOf({
    id: uuid('Id of the integration.'),
    team_id: uuid('The team.'),
    name: text('Its name.'),
    balance: decimal('What is left to charge, in the team’s currency.'),
    low_balance: decimal('A balance below this is low, in the team’s currency.', orNull),
    updated_at: dateTime('When it or its balance last changed.'),
  }),
};

const hubMessage: EventRecord = {
  name: 'HubMessage',
  table: 'hub_messages',
  fields: fieldsOf({
    id: uuid('Id of the message, which its submit was answered with.'),
    team_id: uuid('The team.'),
    seller_endpoint_id: uuid('The endpoint that submitted it.'),
    client_company_id: uuid('The company that pays.', orNull),
    route_id: uuid('The route that it took.', orNull),
    reference: text('The seller’s reference of it.', orNull),
    to_number: integer('The number it went to, E.164 digits.', { of: 'number', orNull: true }),
    sender: text('Whom it says it is from.'),
    sms_parts: integer('How many parts it is sent in.'),
    country_id: integer('The country: its ISO 3166-1 numeric code.', orNull),
    network_id: integer('The network.', orNull),
    status: text('delivered, failed, expired, canceled or rejected.'),
    reason: text('Why it was not delivered.', orNull),
    dlr_code: integer('Code of the delivery receipt.', orNull),
    cost: decimal('What its route costs, in the team’s currency.'),
    price: decimal('What the company pays, in the team’s currency.'),
    sent_at: dateTime('When a provider accepted it.', orNull),
    settled_at: dateTime('When it was delivered, failed or expired.', orNull),
    created_at: dateTime('When it was submitted.'),
  }),
};

const endpoint: EventRecord = {
  name: 'WebhookEndpoint',
  table: 'webhook_endpoints',
  fields: fieldsOf({
    id: uuid('Id of the endpoint.'),
    team_id: uuid('The team.'),
    url: text('Where its requests go.'),
    description: text('What it is for.', orNull),
  }),
};

export const records = {
  message,
  reply,
  suppressedNumber,
  call,
  smsCampaign,
  voiceCampaign,
  dataFile,
  lookup,
  integration,
  hubMessage,
  endpoint,
} as const;

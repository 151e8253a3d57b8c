import { addToAudience, audienceOfSend } from '../../src/modules/delivery/engine/audience.ts';
import type { SendMeta } from '../../src/modules/delivery/engine/plan.ts';
import { SMS_SENDS } from '../../src/modules/delivery/engine/send-tables.ts';
import { type NamedSegment, undone, type Work } from '../never-analysed/claims.ts';
import type { TestApp } from '../support/app-on.ts';
import { idOf, KINDS } from '../support/full-team.ts';
import type { TestTeam } from '../support/team.ts';

type Query = (sql: string, values: unknown[]) => Promise<unknown>;

/** With the one of `fillTeam` each contact has ten. */
const MORE_MESSAGES = 9;
const DAYS_BETWEEN = 3;
/** Written at once: more take memory, fewer time. */
const CONTACTS_AT_ONCE = 100_000;
/** Of one request, as a dashboard or an integration sends them. */
const MANY = 1_000;
/** One for each time that its deletion is measured. */
const LISTS = [11, 12, 13, 14].map((n) => idOf(KINDS.TAG, n));
/** No two times write the same contacts. */
const STRIDE = 7;

/** Further messages of each contact, one every three days up to now, and lists of half of the contacts that no segment names. */
export async function fillMore(query: Query, teamId: string, size: number): Promise<void> {
  const contact = `('0194${KINDS.CONTACT}000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  for (let from = 1; from <= size; from += CONTACTS_AT_ONCE) {
    await query(
      `INSERT INTO sms_messages (team_id, id, sms_campaign_id, sms_send_id, contact_id, phone_normalized, final_text, status, is_sent,
         is_clicked, created_at, updated_at)
       SELECT $1::uuid,
         (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '70008' || to_hex(k) || '00' || lpad(to_hex(n), 12, '0'))::uuid,
         $2::uuid, $3::uuid, ${contact}, 4915100000000 + n, 'Hello',
         (CASE WHEN n % 50 = 0 THEN 'failed' ELSE 'delivered' END)::message_status, true, n % 3 = 0, at, at
       FROM generate_series($4::int, $5::int) n, generate_series(1, ${MORE_MESSAGES}) k,
         LATERAL (SELECT now() - make_interval(days => k * ${DAYS_BETWEEN}) AS at) t`,
      [teamId, idOf(KINDS.CAMPAIGN, 2), idOf(KINDS.SEND, 2), from, Math.min(from + CONTACTS_AT_ONCE - 1, size)],
    );
  }
  await query(
    `INSERT INTO tags (team_id, id, name) SELECT $1::uuid, list::uuid, 'List ' || list FROM unnest($2::text[]) list`,
    [teamId, LISTS],
  );
  await query(
    `INSERT INTO contact_tags (team_id, contact_id, tag_id)
     SELECT $1::uuid, ${contact}, list::uuid FROM generate_series(2, $3::int, 2) n, unnest($2::text[]) list`,
    [teamId, LISTS, size],
  );
}

/** What a team of many contacts asks for and does. */
export function largeWork(app: TestApp, { team, token }: TestTeam, size: number, segments: NamedSegment[]): Work[] {
  let cycle = 100;
  const ask = async (query: string, variables: Record<string, unknown> = {}) => {
    const { data, errors } = await app.graphql(query, { token, variables });
    if (errors) throw new Error(JSON.stringify(errors[0]));
    return data!;
  };
  const read = (name: string, query: string): Work => ({ name, run: () => ask(query) });
  const segment = (filter: object) => segments.find(({ name }) => name === JSON.stringify(filter))!.id;
  const search = (text: string, selection: string) =>
    `{ contacts(first: 20, filter: { search: "${text}" }) { ${selection} } }`;
  const campaign = `"${idOf(KINDS.CAMPAIGN, 1)}"`;
  const contact = idOf(KINDS.CONTACT, size >> 1);
  const half = `"${segment({ tagsAny: ['one', 'half'] })}"`;
  const clicked = `"${segment({ hasClicked: true })}"`;

  return [
    read(
      'segment by tag: how many contacts and audience',
      `{ segment(id: ${half}) { audienceCount contacts { totalCount } } }`,
    ),
    read(
      'segment by clicks: how many contacts and audience',
      `{ segment(id: ${clicked}) { audienceCount contacts { totalCount } } }`,
    ),
    read(
      'segment by tag: first 20 contacts',
      `{ segment(id: ${half}) { contacts(first: 20) { nodes { name number } } } }`,
    ),
    read(
      'segment by clicks: first 20 contacts',
      `{ segment(id: ${clicked}) { contacts(first: 20) { nodes { name number } } } }`,
    ),
    read(
      'preview of a segment with three conditions',
      '{ previewSegment(filter: { hasBeenCalled: true, hasClicked: false, tagsAll: ["all", "half"] }) { contactsCount audienceCount } }',
    ),
    read('contacts: first 20', '{ contacts(first: 20) { nodes { name number tags { nodes { name } } } } }'),
    read(
      'contacts: first 20 by number',
      '{ contacts(first: 20, orderBy: { field: number }) { nodes { name number } } }',
    ),
    read('contacts: how many', '{ contacts { totalCount } }'),
    read(
      'contacts with a tag: first 20 and how many',
      '{ contacts(first: 20, filter: { tags: ["half"] }) { totalCount nodes { name } } }',
    ),
    read('search for part of a number, first 20', search('0000012', 'nodes { name number }')),
    read('search for part of a number, how many', search('0000012', 'totalCount')),
    read('search for part of a name, first 20', search('erson 12', 'nodes { name number }')),
    read('search for part of an e-mail address, first 20', search('12@example', 'nodes { name number }')),
    read('search for what nobody has', search('nobody has this', 'nodes { name number } totalCount')),
    read(
      'contact by its number',
      `{ contacts(first: 20, filter: { number: ${numberOf(size >> 1)} }) { nodes { name } } }`,
    ),
    read(
      'a contact with its tags, messages and calls',
      `{ contact(id: "${contact}") { name tags { nodes { name } } messages(first: 20) { nodes { status finalText } } timeline(first: 20) { nodes { __typename } } calls(first: 20) { nodes { status } } } }`,
    ),
    read('tags with their contacts counted', '{ tags(first: 20) { nodes { name contacts { totalCount } } } }'),
    read('messages: newest 20', '{ smsMessages(first: 20) { nodes { status finalText } } }'),
    read('messages: how many', '{ smsMessages { totalCount } }'),
    read(
      'messages that failed: newest 20',
      '{ smsMessages(first: 20, filter: { hasFailed: true }) { nodes { status } } }',
    ),
    read(
      'campaigns with their progress',
      '{ smsCampaigns(first: 20) { nodes { name progress { total queued sent delivered failed held } sendsByStatus { count } } } }',
    ),
    read(
      'campaigns with their messages counted',
      '{ smsCampaigns(first: 20) { nodes { name messageCounts { total clicked } } } }',
    ),
    read('campaigns with their audience', '{ smsCampaigns(first: 20) { nodes { name audiencePreview } } }'),
    read('what a campaign would do', `{ previewSmsCampaign(id: ${campaign}) { contacts waiting isCut } }`),
    read(
      'why a contact was or was not reached',
      `{ explainSmsRecipient(contactId: "${contact}", smsCampaignId: ${campaign}) { __typename } }`,
    ),
    read(
      'calls: counts by outcome and status',
      '{ calls { totalCount } callsByOutcome { count } callsByStatus { count } }',
    ),
    { name: 'the audience of everybody but one', run: () => undone(app.services.db, wholeAudience) },
    ...writesOf(ask, size, MANY),
  ];

  async function wholeAudience(tx: Parameters<typeof addToAudience>[0]): Promise<void> {
    const send = { teamId: team.id, campaignId: idOf(KINDS.CAMPAIGN, 1), sendId: idOf(KINDS.SEND, 1) };
    const everybody = segment({});
    const meta = {
      segmentIds: [segment({ tagsNone: ['one'], tagsAny: ['half'] }), everybody],
      filterSegmentId: everybody,
    };
    const who = (await audienceOfSend(tx, team.id, meta as Partial<SendMeta> as SendMeta, { isFeed: false }))!;
    // Its own: what an earlier time wrote and undid is not in its way.
    cycle += 1;
    let upTo: string | null = null;
    for (;;) {
      const chunk = await addToAudience(tx, send, who, { cycle, amount: null, upTo }, new Date(), SMS_SENDS);
      upTo = chunk.upTo;
      if (chunk.isComplete) return;
    }
  }
}

type Ask = (query: string, variables?: Record<string, unknown>) => Promise<unknown>;

const numberOf = (n: number) => 4_915_100_000_000 + n;

/** What people change of contacts, of `many` at once or of one. */
export function writesOf(ask: Ask, size: number, many: number): Work[] {
  let times = 0;
  const lists = [...LISTS];
  const write = (name: string, query: string, variables: (from: number) => Record<string, unknown>): Work => ({
    name,
    run() {
      times += 1;
      return ask(query, variables(2 + ((times * STRIDE * many) % Math.max(1, size - many))));
    },
  });
  const all = <T>(from: number, of: (n: number) => T) => Array.from({ length: many }, (_, n) => of(from + n));
  const contacts = (from: number) => all(from, (n) => idOf(KINDS.CONTACT, n));
  const numbers = (from: number) => all(from, numberOf);
  const tag = (n: number) => `"${idOf(KINDS.TAG, n)}"`;
  const someone = (from: number) => ({ id: idOf(KINDS.CONTACT, from) });
  return [
    write(
      `2 tags on ${many} contacts`,
      'mutation ($input: AddTagsToContactsInput!) { addTagsToContacts(input: $input) { contactsCount } }',
      (from) => ({ input: { contactIds: contacts(from), tags: ['spring', 'autumn'] } }),
    ),
    write(
      `tags of ${many} contacts replaced`,
      'mutation ($input: AddTagsToContactsInput!) { addTagsToContacts(input: $input) { contactsCount } }',
      (from) => ({ input: { contactIds: contacts(from), tags: ['summer'], truncate: true } }),
    ),
    write(
      `a tag off ${many} contacts`,
      'mutation ($input: RemoveTagsFromContactsInput!) { removeTagsFromContacts(input: $input) { __typename } }',
      (from) => ({ input: { contactIds: contacts(from), tags: ['all'] } }),
    ),
    write(
      'a tag gets another name',
      `mutation ($input: UpdateTagInput!) { updateTag(id: ${tag(1)}, input: $input) { name } }`,
      (from) => ({ input: { name: `all ${from}` } }),
    ),
    write(
      'a contact is made',
      'mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }',
      (from) => ({
        input: { number: 4_915_200_000_000 + from, name: 'New', tags: ['spring'] },
      }),
    ),
    write(
      'a contact is changed',
      'mutation ($id: ID!) { updateContact(id: $id, input: { name: "Changed" }) { id } }',
      someone,
    ),
    write(
      'a contact gets another number',
      'mutation ($id: ID!, $input: UpdateContactInput!) { updateContact(id: $id, input: $input) { id } }',
      (from) => ({ ...someone(from), input: { number: 4_915_300_000_000 + from } }),
    ),
    write('a contact is suppressed', 'mutation ($id: ID!) { suppressContact(id: $id) { id } }', someone),
    write('a contact is not suppressed any more', 'mutation ($id: ID!) { unsuppressContact(id: $id) { id } }', (from) =>
      someone(1 + Math.ceil(from / 10) * 10),
    ),
    write('a contact is deleted, with its messages', 'mutation ($id: ID!) { deleteContact(id: $id) { id } }', someone),
    write(
      `${many} numbers are suppressed`,
      'mutation ($input: SuppressNumbersInput!) { suppressNumbers(input: $input) { suppressedCount } }',
      (from) => ({ input: { numbers: numbers(from) } }),
    ),
    {
      name: 'a tag that half of them have is deleted',
      run: () => ask('mutation ($id: ID!) { deleteTag(id: $id) { id } }', { id: lists.pop() }),
    },
  ];
}

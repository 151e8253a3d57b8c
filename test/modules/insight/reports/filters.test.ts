import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam, createTeamToken } from '../../../support/team.ts';

let app: TestApp;
let teamId: string;
let token: string;

beforeAll(async () => {
  app = await createTestApp();
  const mine = await createTeam(app);
  teamId = mine.team.id;
  token = mine.token;
});
afterAll(() => app.close());

interface Filter {
  label: string;
  key: string;
  type: 'text' | 'number' | 'date';
  sortable: boolean;
  canGroup: boolean;
  operators: string[];
}

const get = (query: string, as: string | undefined = token) =>
  app.rest<{ data: Filter[] }>('GET', `/v1/analytics/filters${query}`, as ? { token: as } : {});
const catalog = async (type: string) => (await get(`?type=${type}`)).body.data;
const keys = (filters: Filter[]) => filters.map(({ key }) => key);
const ofType = (filters: Filter[], type: Filter['type']) => keys(filters.filter((filter) => filter.type === type));

const NUMBER = 'network_id country_id is_sent is_clicked is_lead is_sale text_parts sms_parts dlr_code ctr';
const DATE = 'updated_datetime sent_at time_clicked';
const TEXT =
  'sms_id team_id sms_campaign_id sms_campaign_send_id segment_id contact_id phone_normalized foreign_id fail_reason unsubscribed_method domain_id shortened_url offer_id campaign_text_id final_text sms_routing_plan_id sms_routing_plan_rule_id sms_routing_route_id sms_rule_selected_data sender_id sender_id_id campaign_name network_brand';

describe('E15', () => {
  test('answers the documented catalog of SMS reports', async () => {
    const filters = await catalog('sms_reports');
    expect(keys(filters)).toEqual(`${NUMBER} ${DATE} ${TEXT}`.split(' '));
    expect(ofType(filters, 'number')).toEqual(NUMBER.split(' '));
    expect(ofType(filters, 'date')).toEqual(DATE.split(' '));
    expect(ofType(filters, 'text')).toEqual(TEXT.split(' '));
    expect(keys(filters.filter(({ canGroup }) => canGroup)).sort()).toEqual(
      'campaign_name contact_id country_id domain_id network_brand network_id offer_id phone_normalized segment_id sms_campaign_id team_id'.split(
        ' ',
      ),
    );
    expect(keys(filters.filter(({ sortable }) => !sortable))).toEqual(['final_text', 'sms_rule_selected_data']);
  });

  test('gives every filter its label and the operators of its type', async () => {
    const filters = await catalog('sms_reports');
    expect(filters.filter(({ key }) => ['network_id', 'sent_at', 'final_text'].includes(key))).toEqual([
      {
        label: 'Network ID',
        key: 'network_id',
        type: 'number',
        sortable: true,
        canGroup: true,
        operators: [
          'equals',
          'notEqual',
          'lessThan',
          'lessThanOrEqual',
          'greaterThan',
          'greaterThanOrEqual',
          'inRange',
          'blank',
          'notBlank',
        ],
      },
      {
        label: 'Sent at',
        key: 'sent_at',
        type: 'date',
        sortable: true,
        canGroup: false,
        operators: ['equals', 'notEqual', 'greaterThan', 'lessThan', 'inRange', 'blank', 'notBlank'],
      },
      {
        label: 'Final text',
        key: 'final_text',
        type: 'text',
        sortable: false,
        canGroup: false,
        operators: ['contains', 'notContains', 'equals', 'notEqual', 'startsWith', 'endsWith', 'blank', 'notBlank'],
      },
    ]);
  });

  test('derives the other catalogs from the columns of their reports', async () => {
    const contacts = await catalog('sms_contacts');
    const numbers =
      'number country_id network_id custom1_int custom2_int custom3_int custom4_int custom5_int custom1_dec custom2_dec';
    const dates =
      'custom1_datetime custom2_datetime custom3_datetime custom4_datetime custom5_datetime unsubscribed_at created_at updated_at';
    const texts =
      'id team_id network_brand email name foreign_id timezone custom1_str custom2_str custom3_str custom4_str custom5_str';
    expect(ofType(contacts, 'number')).toEqual(numbers.split(' '));
    expect(ofType(contacts, 'date')).toEqual(dates.split(' '));
    expect(ofType(contacts, 'text')).toEqual(texts.split(' '));

    expect((await catalog('connected_routes')).map(({ key, type, canGroup }) => [key, type, canGroup])).toEqual([
      ['price', 'number', false],
      ['created_at', 'date', false],
      ['updated_at', 'date', false],
      ['id', 'text', false],
      ['team_id', 'text', true],
      ['name', 'text', true],
      ['company_name', 'text', true],
    ]);
    expect((await catalog('route_company')).map(({ label, type, canGroup }) => [label, type, canGroup])).toEqual([
      ['Network ID', 'number', true],
      ['Country ID', 'number', true],
      ['Is connected', 'number', true],
      ['Price', 'number', false],
      ['Is sent', 'number', true],
      ['SMS parts', 'number', false],
      ['DLR code', 'number', false],
      ['Cost', 'number', false],
      ['Profit', 'number', false],
      ['Sent at', 'date', false],
      ['Settled at', 'date', false],
      ['Created at', 'date', false],
      ['Updated at', 'date', false],
      ['ID', 'text', false],
      ['Team ID', 'text', true],
      ['Company name', 'text', true],
      ['SMS routing route ID', 'text', true],
      ['Name', 'text', true],
      ['Network brand', 'text', true],
      ['Fail reason', 'text', false],
      ['Client company ID', 'text', true],
      ['Seller endpoint ID', 'text', true],
      ['Profit rule ID', 'text', false],
      ['Status', 'text', true],
      ['Refusal', 'text', true],
      ['Sender ID', 'text', false],
      ['Number', 'number', false],
      ['Destination', 'text', false],
      ['Reference', 'text', false],
      ['SMS ID', 'text', false],
    ]);
  });

  test('gives the same catalogs through GraphQL', async () => {
    for (const type of ['sms_contacts', 'sms_reports', 'route_company', 'connected_routes']) {
      const { data } = await app.graphql(
        'query ($type: AnalyticsCatalog!) { analyticsFilters(type: $type) { label key type sortable: isSortable canGroup operators } }',
        { token, variables: { type } },
      );
      expect(data).toEqual({ analyticsFilters: await catalog(type) });
    }
  });

  test.each([
    ['', 'The type field is required.'],
    ['?type=', 'The type field is required.'],
    ['?type=sms', 'The selected type is invalid.'],
    ['?type=SMS_REPORTS', 'The selected type is invalid.'],
    ['?type[]=sms_reports', 'The selected type is invalid.'],
  ])('answers 422 to the query %j', async (query, text) => {
    expect(await get(query)).toMatchObject({ status: 422, body: { message: text, errors: { type: [text] } } });
  });

  test('wants a token, and of a limited one that it names the endpoint', async () => {
    const scope = (method: string, endpoint: string) => [{ method, endpoint, reason: 'test' }];
    const limited = await createTeamToken(app, teamId, { scopes: scope('post', '/v1/offers') });
    const named = await createTeamToken(app, teamId, { scopes: scope('get', '/v1/analytics/filters'), role: 'member' });
    expect(await get('?type=sms_reports', '')).toMatchObject({ status: 401, body: { message: 'Unauthenticated.' } });
    expect((await get('?type=sms_reports', limited)).status).toBe(403);
    expect((await get('?type=sms_reports', named)).status).toBe(200);
  });
});

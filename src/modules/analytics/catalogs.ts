import type { Contact, Route, SmsMessage } from '../../generated/prisma/client.ts';
import { documentedName } from '../../validation-messages.ts';

export type FilterType = 'text' | 'number' | 'date';

/** Keys in the documented order, with their types. */
type Catalog = readonly (readonly [key: string, type: FilterType])[];

const ofType = (type: FilterType, keys: readonly string[]): Catalog => keys.map((key) => [key, type] as const);

/** Documented key by key. */
const SMS_REPORTS: Catalog = [
  ...ofType('number', [
    'network_id',
    'country_id',
    'is_sent',
    'is_clicked',
    'is_lead',
    'is_sale',
    'text_parts',
    'sms_parts',
    'dlr_code',
    'ctr',
  ]),
  ...ofType('date', ['updated_datetime', 'sent_at', 'time_clicked']),
  ...ofType('text', [
    'sms_id',
    'team_id',
    'sms_campaign_id',
    'sms_campaign_send_id',
    'segment_id',
    'contact_id',
    'phone_normalized',
    'foreign_id',
    'fail_reason',
    'unsubscribed_method',
    'domain_id',
    'shortened_url',
    'offer_id',
    'campaign_text_id',
    'final_text',
    'sms_routing_plan_id',
    'sms_routing_plan_rule_id',
    'sms_routing_route_id',
    'sms_rule_selected_data',
    'sender_id',
    'sender_id_id',
    'campaign_name',
    'network_brand',
  ]),
];

/** As in the SMS report, flags are numbers. */
type TypeOf<Value> = Value extends Date ? 'date' : Value extends string ? 'text' : 'number';

/**
 * Every column of the model with the type it must have: a new or changed column does not compile until it is in the
 * catalog or left out by name.
 */
type ColumnTypes<Model> = { [Field in keyof Model]: TypeOf<NonNullable<Model[Field]>> };

const ofColumns = (types: Record<string, FilterType>): Catalog =>
  Object.entries(types).map(([field, type]) => [documentedName(field), type] as const);

// Not in the reference: the keys of the other three catalogs. They are the columns that such a report shows.

/** Which import it came from is bookkeeping of imports. */
const CONTACT_COLUMNS: ColumnTypes<Omit<Contact, 'importId'>> = {
  number: 'number',
  countryId: 'number',
  networkId: 'number',
  custom1Int: 'number',
  custom2Int: 'number',
  custom3Int: 'number',
  custom4Int: 'number',
  custom5Int: 'number',
  custom1Dec: 'number',
  custom2Dec: 'number',
  custom1Datetime: 'date',
  custom2Datetime: 'date',
  custom3Datetime: 'date',
  custom4Datetime: 'date',
  custom5Datetime: 'date',
  unsubscribedAt: 'date',
  createdAt: 'date',
  updatedAt: 'date',
  id: 'text',
  teamId: 'text',
  networkBrand: 'text',
  email: 'text',
  name: 'text',
  foreignId: 'text',
  timezone: 'text',
  custom1Str: 'text',
  custom2Str: 'text',
  custom3Str: 'text',
  custom4Str: 'text',
  custom5Str: 'text',
};

/** Whether it is connected is what the report selects by. */
const CONNECTED_ROUTE_COLUMNS: ColumnTypes<
  Pick<Route, 'id' | 'teamId' | 'name' | 'companyName' | 'price' | 'createdAt' | 'updatedAt'>
> = {
  price: 'number',
  createdAt: 'date',
  updatedAt: 'date',
  id: 'text',
  teamId: 'text',
  name: 'text',
  companyName: 'text',
};

/** The companies behind the routes: whose routes they are, and what went over them. */
const ROUTE_COMPANY_COLUMNS: ColumnTypes<
  Pick<Route, 'teamId' | 'companyName' | 'isConnected' | 'price'> &
    Pick<
      SmsMessage,
      | 'countryId'
      | 'networkId'
      | 'networkBrand'
      | 'smsRoutingRouteId'
      | 'smsParts'
      | 'isSent'
      | 'dlrCode'
      | 'failReason'
      | 'sentAt'
    >
> = {
  networkId: 'number',
  countryId: 'number',
  isConnected: 'number',
  price: 'number',
  isSent: 'number',
  smsParts: 'number',
  dlrCode: 'number',
  sentAt: 'date',
  teamId: 'text',
  companyName: 'text',
  smsRoutingRouteId: 'text',
  networkBrand: 'text',
  failReason: 'text',
};

export const CATALOGS = {
  sms_contacts: ofColumns(CONTACT_COLUMNS),
  sms_reports: SMS_REPORTS,
  route_company: ofColumns(ROUTE_COMPANY_COLUMNS),
  connected_routes: ofColumns(CONNECTED_ROUTE_COLUMNS),
} satisfies Record<string, Catalog>;

export type CatalogName = keyof typeof CATALOGS;

import type { Route, SmsMessage } from '../../../generated/prisma/client.ts';
import { type FilterOperator, type FilterType, OPERATORS } from '../../../input/operators.ts';
import { documentedName } from '../../../input/validation-messages.ts';
import { CALL_REPORT } from './call-report.ts';
import { CONTACT_REPORT } from './contact-report.ts';
import { labelOf } from './key.ts';
import { SMS_REPORT } from './sms-report.ts';

interface Described {
  readonly key: string;
  readonly type: FilterType;
  readonly sortable: boolean;
  readonly canGroup: boolean;
}

export interface AnalyticsFilter extends Described {
  readonly label: string;
  readonly operators: readonly FilterOperator[];
}

type TypeOf<Value> = Value extends Date ? 'date' : Value extends string ? 'text' : 'number';

type ColumnTypes<Model> = { [Field in keyof Model]: TypeOf<NonNullable<Model[Field]>> };

const GROUPABLE = ['teamId', 'networkId', 'countryId', 'networkBrand', 'companyName'];

const ofColumns = (types: Record<string, FilterType>): Described[] =>
  Object.entries(types).map(([field, type]) => ({
    key: documentedName(field),
    type,
    sortable: true,
    canGroup: GROUPABLE.includes(field),
  }));

// Not in the reference: the columns of catalogs without a report.

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

/** The documented `type` of E15. */
const CATALOGS = {
  sms_contacts: [...CONTACT_REPORT.keys.values()],
  sms_reports: [...SMS_REPORT.keys.values()],
  route_company: ofColumns(ROUTE_COMPANY_COLUMNS),
  connected_routes: ofColumns(CONNECTED_ROUTE_COLUMNS),
} satisfies Record<string, readonly Described[]>;

export type CatalogName = keyof typeof CATALOGS;

const described = ({ key, type, sortable, canGroup }: Described): AnalyticsFilter => ({
  label: labelOf(key),
  key,
  type,
  sortable,
  canGroup,
  operators: OPERATORS[type],
});

/** E15. In the documented order. */
export const analyticsFilters = (catalog: CatalogName): AnalyticsFilter[] => CATALOGS[catalog].map(described);

export const callReportFilters = (): AnalyticsFilter[] => [...CALL_REPORT.keys.values()].map(described);

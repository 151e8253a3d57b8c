import { type FilterOperator, type FilterType, OPERATORS } from '../../../input/operators.ts';
import { CALL_REPORT } from './call-report.ts';
import { CONTACT_REPORT } from './contact-report.ts';
import { CONNECTED_ROUTES, HUB_REPORT } from './hub-report.ts';
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

/** The documented `type` of E15. */
const CATALOGS = {
  sms_contacts: [...CONTACT_REPORT.keys.values()],
  sms_reports: [...SMS_REPORT.keys.values()],
  route_company: [...HUB_REPORT.keys.values()],
  connected_routes: CONNECTED_ROUTES,
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

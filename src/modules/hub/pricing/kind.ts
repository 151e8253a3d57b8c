import { tables } from '../../../database/tables.ts';

export const PROFIT_RULE = { thing: 'Profit rule', table: tables.ProfitRule };

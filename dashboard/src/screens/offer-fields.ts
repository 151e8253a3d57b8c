import { general, offers as t } from '../texts/first.ts';
import type { FieldList } from '../ui/controls.ts';

export const OFFER: FieldList = [
  { name: 'name', label: general.name },
  { name: 'url', label: general.address, hint: t.whereTheLink },
  { name: 'profit', label: t.profitPerSale, kind: 'money', hint: t.whatOneSaleEarns },
];

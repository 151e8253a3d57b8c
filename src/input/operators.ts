/** In the documented order (E15). */
const TEXT = ['contains', 'notContains', 'equals', 'notEqual', 'startsWith', 'endsWith', 'blank', 'notBlank'] as const;
const NUMBER = [
  'equals',
  'notEqual',
  'lessThan',
  'lessThanOrEqual',
  'greaterThan',
  'greaterThanOrEqual',
  'inRange',
  'blank',
  'notBlank',
] as const;
const DATE = ['equals', 'notEqual', 'greaterThan', 'lessThan', 'inRange', 'blank', 'notBlank'] as const;

export const OPERATORS = { text: TEXT, number: NUMBER, date: DATE } as const;

export type FilterType = keyof typeof OPERATORS;
export type FilterOperator = (typeof OPERATORS)[FilterType][number];

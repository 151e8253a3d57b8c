import { builder } from '../../../../graphql/builder.ts';
import type { FilterOperator } from '../../../../input/operators.ts';
import { CUSTOM_FIELDS, type CustomField } from '../../../delivery/reach/filter.ts';

const KINDS = { text: 'A text.', integer: 'A whole number.', decimal: 'A decimal.', date: 'A moment.' };

export const CustomFieldEnum = builder.enumType('CustomField', {
  description: 'The fields of a contact that have no meaning of their own, as an import (E3) names them.',
  values: Object.fromEntries(
    Object.entries(CUSTOM_FIELDS).map(([name, kind]) => [name, { description: KINDS[kind] }]),
  ) as Record<CustomField, { description: string }>,
});

export const FilterOperatorEnum = builder.enumType('FilterOperator', {
  description: 'The documented operators (E15). Which of them a field takes depends on what it holds.',
  values: {
    contains: { description: 'Texts: the value is within; case does not matter.' },
    notContains: { description: 'Texts: the value is not within; blank ones, too.' },
    equals: { description: 'Exactly the value; of texts case counts.' },
    notEqual: { description: 'Anything else; blank ones, too.' },
    startsWith: { description: 'Texts: begins with the value; case does not matter.' },
    endsWith: { description: 'Texts: ends with the value; case does not matter.' },
    lessThan: { description: 'Numbers and moments: below the value.' },
    lessThanOrEqual: { description: 'Numbers: the value or below.' },
    greaterThan: { description: 'Numbers and moments: above the value.' },
    greaterThanOrEqual: { description: 'Numbers: the value or above.' },
    inRange: { description: 'Numbers and moments: from `value` to `valueTo`, both included.' },
    blank: { description: 'Nothing there; of texts, spaces alone, too.' },
    notBlank: { description: 'Something there; of texts, more than spaces.' },
  } satisfies Record<FilterOperator, { description: string }>,
});

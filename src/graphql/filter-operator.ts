import type { FilterOperator } from '../input/operators.ts';
import { builder } from './builder.ts';

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

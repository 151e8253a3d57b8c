import { builder } from '../../../../graphql/builder.ts';
import { CUSTOM_FIELDS, type CustomField } from '../../../delivery/reach/filter.ts';

const KINDS = { text: 'A text.', integer: 'A whole number.', decimal: 'A decimal.', date: 'A moment.' };

export const CustomFieldEnum = builder.enumType('CustomField', {
  description: 'The fields of a contact that have no meaning of their own, as an import (E3) names them.',
  values: Object.fromEntries(
    Object.entries(CUSTOM_FIELDS).map(([name, kind]) => [name, { description: KINDS[kind] }]),
  ) as Record<CustomField, { description: string }>,
});

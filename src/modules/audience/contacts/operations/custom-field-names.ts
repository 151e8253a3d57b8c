import { type Context, viewerOf } from '../../../../context.ts';
import type { FieldErrors } from '../../../../errors.ts';
import type { SetCustomFieldNamesInput } from '../../../../generated/inputs.ts';
import type { Prisma, Team } from '../../../../generated/prisma/client.ts';
import { messages } from '../../../../input/validation-messages.ts';
import { refuse, tooLong } from '../../../../records/input-rules.ts';
import { CUSTOM_FIELDS, type CustomField } from '../../../delivery/reach/filter.ts';

export interface CustomFieldName {
  field: CustomField;
  name: string;
}

const MAX_NAME = 50;
export const MAX_NAMES = Object.keys(CUSTOM_FIELDS).length;

/** Replaces the names. Two fields cannot share one: people choose fields by their names. */
export function setCustomFieldNames(ctx: Context, input: SetCustomFieldNamesInput): Promise<Team> {
  if (input.names.length > MAX_NAMES) refuse({ names: [messages.atMostItems('names', MAX_NAMES)] });
  const names = input.names.map(({ field, name }) => ({ field, name: name.trim() }));
  const errors: FieldErrors = {};
  for (const [at, { field, name }] of names.entries()) {
    const before = names.slice(0, at);
    const path = `names.${at}.name`;
    if (name === '') errors[path] = [messages.required(path)];
    else if (before.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      errors[path] = [messages.taken(path)];
    Object.assign(errors, tooLong(path, name, MAX_NAME));
    if (before.some((other) => other.field === field))
      errors[`names.${at}.field`] = [messages.taken(`names.${at}.field`)];
  }
  refuse(errors);
  return ctx.db.prisma.team.update({
    where: { id: viewerOf(ctx).team.id },
    data: { customFieldNames: names as unknown as Prisma.InputJsonArray },
  });
}

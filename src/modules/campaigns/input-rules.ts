import { type FieldErrors, ValidationError } from '../../errors.ts';
import type { CampaignStatus } from '../../generated/prisma/client.ts';
import { messages } from '../../validation-messages.ts';
import { statusChangeError } from './rules.ts';

/** Not in the reference: how long a name may be. */
const MAX_NAME = 255;

export function nameErrors(name: string | null | undefined): FieldErrors {
  if (name === undefined) return {};
  const text = name?.trim() ?? '';
  if (text === '') return { name: [messages.required('name')] };
  return text.length > MAX_NAME ? { name: [messages.atMostCharacters('name', MAX_NAME)] } : {};
}

export function statusErrors(from: CampaignStatus, to: CampaignStatus | null | undefined): FieldErrors {
  if (to === undefined) return {};
  const text = to === null ? messages.required('status') : statusChangeError(from, to);
  return text === null ? {} : { status: [text] };
}

const COPY = ' (copy)';

/** The name of a campaign's copy; a long one is cut, though not within a character. */
export const nameOfCopy = (name: string) =>
  `${name.slice(0, MAX_NAME - COPY.length).replace(/[\uD800-\uDBFF]$/, '')}${COPY}`;

export function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}

import { isDeepStrictEqual } from 'node:util';
import type { FieldErrors } from '../../../errors.ts';
import type { ImportDataFileInput } from '../../../generated/inputs.ts';
import type { Channel, ConsentPurpose, ConsentState, DataFile } from '../../../generated/prisma/client.ts';
import { numberOfId } from '../../../input/numbers.ts';
import { tagName } from '../../../input/printable.ts';
import { messages } from '../../../input/validation-messages.ts';
import { MAX_TAG_CHARACTERS, MAX_TAGS_PER_CALL } from '../contacts/rules.ts';
import { COLUMN_NAMES, type ColumnMap, positioned, tidyColumns } from './csv/columns.ts';

// Not in the reference.
const MAX_BRAND_CHARACTERS = 255;
const MAX_EVIDENCE_CHARACTERS = 2_000;

/** Consent that an import records for its contacts. */
export interface ImportConsent {
  channels: Channel[];
  purpose: ConsentPurpose;
  column: number | null;
  /** Of rows of which the column says nothing: see {@link defaultOf}. */
  default?: ConsentState;
  evidence: string | null;
}

/** Null: none is recorded. */
export const defaultOf = (consent: Pick<ImportConsent, 'column' | 'default'>): ConsentState | null =>
  consent.default ?? (consent.column === null ? 'granted' : null);

interface ImportRequest {
  consent: ImportConsent | null;
  columns: ColumnMap;
  fixedCountryId: number | null;
  fixedNetworkBrand: string | null;
  tags: string[];
}

/** Not in the reference: several fields may take one column. */
export function readRequest(
  input: ImportDataFileInput,
  header: readonly string[],
): ImportRequest & { errors: FieldErrors } {
  const errors: FieldErrors = {};
  const columns = tidyColumns(positioned(input.columns ?? {}, header));
  for (const name of COLUMN_NAMES) {
    const path = `columns.${name}`;
    const position = columns[name] ?? 0;
    if (position < 0 || position >= header.length) errors[path] = [messages.selected(path)];
  }
  const fixedNetworkBrand = input.fixedNetworkBrand?.trim() || null;
  if ((fixedNetworkBrand?.length ?? 0) > MAX_BRAND_CHARACTERS) {
    errors.fixedNetworkBrand = [messages.atMostCharacters('fixedNetworkBrand', MAX_BRAND_CHARACTERS)];
  }
  const names = (input.tags ?? []).map(tagName);
  names.forEach((name, at) => {
    const path = `tags.${at}`;
    if (name === '') errors[path] = [messages.required(path)];
    else if ([...name].length > MAX_TAG_CHARACTERS)
      errors[path] = [messages.atMostCharacters(path, MAX_TAG_CHARACTERS)];
  });
  const tags = [...new Set(names)];
  if (tags.length > MAX_TAGS_PER_CALL) errors.tags = [messages.atMostItems('tags', MAX_TAGS_PER_CALL)];
  const consent = input.consent
    ? {
        channels: [...new Set(input.consent.channels)].sort(),
        purpose: input.consent.purpose,
        column: input.consent.column ?? null,
        ...(input.consent.default && { default: input.consent.default }),
        evidence: input.consent.evidence?.trim() || null,
      }
    : null;
  if (consent?.channels.length === 0) errors['consent.channels'] = [messages.atLeastItems('consent.channels', 1)];
  if ((consent?.column ?? 0) >= header.length) errors['consent.column'] = [messages.selected('consent.column')];
  if ((consent?.evidence?.length ?? 0) > MAX_EVIDENCE_CHARACTERS)
    errors['consent.evidence'] = [messages.atMostCharacters('consent.evidence', MAX_EVIDENCE_CHARACTERS)];
  return {
    consent,
    columns,
    fixedCountryId: numberOfId(input.fixedCountryId) ?? null,
    fixedNetworkBrand,
    tags,
    errors,
  };
}

export const canContinue = ({ status }: Pick<DataFile, 'status'>): boolean =>
  status === 'failed' || status === 'cancelled';

export function isSameRequest(
  file: Pick<DataFile, 'columns' | 'consent' | 'fixedCountryId' | 'fixedNetworkBrand' | 'tags'>,
  request: ImportRequest,
): boolean {
  return (
    isDeepStrictEqual(file.columns, request.columns) &&
    isDeepStrictEqual(file.consent, request.consent) &&
    file.fixedCountryId === request.fixedCountryId &&
    file.fixedNetworkBrand === request.fixedNetworkBrand &&
    isDeepStrictEqual([...file.tags].sort(), [...request.tags].sort())
  );
}

import { isDeepStrictEqual } from 'node:util';
import type { FieldErrors } from '../../../errors.ts';
import type { ImportDataFileInput } from '../../../generated/inputs.ts';
import type { DataFile } from '../../../generated/prisma/client.ts';
import { numberOfId } from '../../../input/numbers.ts';
import { messages } from '../../../input/validation-messages.ts';
import { MAX_TAG_CHARACTERS, MAX_TAGS_PER_CALL } from '../contacts/rules.ts';
import { COLUMN_NAMES, type ColumnMap, positioned, tidyColumns } from './csv/columns.ts';

// Not in the reference.
const MAX_BRAND_CHARACTERS = 255;

interface ImportRequest {
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
  const names = (input.tags ?? []).map((tag) => tag.trim());
  names.forEach((name, at) => {
    const path = `tags.${at}`;
    if (name === '') errors[path] = [messages.required(path)];
    else if ([...name].length > MAX_TAG_CHARACTERS)
      errors[path] = [messages.atMostCharacters(path, MAX_TAG_CHARACTERS)];
  });
  const tags = [...new Set(names)];
  if (tags.length > MAX_TAGS_PER_CALL) errors.tags = [messages.atMostItems('tags', MAX_TAGS_PER_CALL)];
  return { columns, fixedCountryId: numberOfId(input.fixedCountryId) ?? null, fixedNetworkBrand, tags, errors };
}

export const canContinue = ({ status }: Pick<DataFile, 'status'>): boolean =>
  status === 'failed' || status === 'cancelled';

export function isSameRequest(
  file: Pick<DataFile, 'columns' | 'fixedCountryId' | 'fixedNetworkBrand' | 'tags'>,
  request: ImportRequest,
): boolean {
  return (
    isDeepStrictEqual(file.columns, request.columns) &&
    file.fixedCountryId === request.fixedCountryId &&
    file.fixedNetworkBrand === request.fixedNetworkBrand &&
    isDeepStrictEqual([...file.tags].sort(), [...request.tags].sort())
  );
}

import { isUuid } from '../../../database/reads/lists.ts';
import { type FieldErrors, ValidationError } from '../../../errors.ts';
import type { AddTagsToContactsInput } from '../../../generated/inputs.ts';
import { tagName } from '../../../input/printable.ts';
import { messages } from '../../../input/validation-messages.ts';

// Not in the reference: limits of one call (E8).
const MAX_TAGGED_CONTACTS = 10_000;
export const MAX_TAGS_PER_CALL = 50;
/** On the embedded database everybody waits for it: less than a second. */
const MAX_TAGGINGS_PER_CALL = { server: 100_000, embedded: 10_000 };
export const MAX_TAG_CHARACTERS = 255;

interface Tagging {
  contactIds: string[];
  /** Distinct, trimmed, in the order in which every call locks them. */
  tags: string[];
}

export function readTagging({ contactIds, tags, truncate }: AddTagsToContactsInput, embedded: boolean): Tagging {
  const names = tags.map(tagName);
  const distinct = [...new Set(names)].sort();
  const mostTaggings = MAX_TAGGINGS_PER_CALL[embedded ? 'embedded' : 'server'];
  const mostTags = Math.min(MAX_TAGS_PER_CALL, Math.max(1, Math.floor(mostTaggings / Math.max(contactIds.length, 1))));
  const errors = new Map([
    ...names.flatMap((name, at) => tagError(name, `tags.${at}`)),
    // Not in the reference: an empty list removes every tag where it replaces, and is refused where it adds.
    ...bounds('tags', distinct.length, truncate ? 0 : 1, mostTags),
    ...bounds('contactIds', contactIds.length, 1, MAX_TAGGED_CONTACTS),
  ]);
  if (errors.size > 0) throw new ValidationError(Object.fromEntries(errors));
  const ids = contactIds.map((id) => id.toLowerCase()).filter(isUuid);
  return { contactIds: [...new Set(ids)].sort(), tags: distinct };
}

type FieldError = [path: string, texts: string[]];

function bounds(path: string, length: number, least: number, most: number): FieldError[] {
  if (length < least) return [[path, [messages.atLeastItems(path, least)]]];
  return length > most ? [[path, [messages.atMostItems(path, most)]]] : [];
}

function tagError(name: string, path: string): FieldError[] {
  if (name === '') return [[path, [messages.required(path)]]];
  if ([...name].length <= MAX_TAG_CHARACTERS) return [];
  return [[path, [messages.atMostCharacters(path, MAX_TAG_CHARACTERS)]]];
}

export function readTagNames(given: readonly string[]): { names: string[]; errors: FieldErrors } {
  const names = given.map(tagName);
  const errors = [
    ...names.flatMap((name, at) => tagError(name, `tags.${at}`)),
    ...bounds('tags', new Set(names).size, 0, MAX_TAGS_PER_CALL),
  ];
  return { names: [...new Set(names)], errors: Object.fromEntries(errors) };
}

export function refuseUnknownContacts(contactIds: readonly string[], known: ReadonlySet<string>): void {
  const errors = contactIds.flatMap((id, at): FieldError[] => {
    const path = `contactIds.${at}`;
    return known.has(id.toLowerCase()) ? [] : [[path, [messages.selected(path)]]];
  });
  if (errors.length > 0) throw new ValidationError(Object.fromEntries(errors));
}

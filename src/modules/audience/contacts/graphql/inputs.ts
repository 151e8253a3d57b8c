import { builder } from '../../../../graphql/builder.ts';
import { inputPair } from '../../../../graphql/input-pair.ts';

const CUSTOM_TEXT = 'A text of the team’s own, at most 255 characters.';
const CUSTOM_INTEGER = 'A whole number of the team’s own.';
const CUSTOM_DECIMAL = 'A decimal of the team’s own.';
const CUSTOM_MOMENT = 'A moment of the team’s own.';

export const [CreateContactInput, UpdateContactInput] = inputPair('Contact', {
  create: 'A new contact.',
  update: 'Fields to change. Omitted fields stay as they are; null clears.',
  fields: (t) => ({
    number: t.field({
      type: 'PhoneNumber',
      required: true,
      description:
        'Phone number, unique in the team: with its country code, or without together with `countryId`. Stored in its present form, e.g. without Mexico’s former 1.',
    }),
    name: t.string({ description: 'Name, at most 255 characters.' }),
    email: t.field({ type: 'EmailAddress', description: 'E-mail address.' }),
    foreignId: t.string({ description: 'Its id in the team’s own systems, at most 255 characters.' }),
    timezone: t.string({
      description: 'IANA name. Null: every time zone that its number or country may be in counts, else the team’s.',
    }),
    countryId: t.id({ description: 'ISO 3166-1 numeric code of its country.' }),
    networkId: t.id({ description: 'Id of the network its number is in.' }),
    networkBrand: t.string({ description: 'Name of that network’s brand, at most 255 characters.' }),
    custom1Str: t.string({ description: CUSTOM_TEXT }),
    custom2Str: t.string({ description: CUSTOM_TEXT }),
    custom3Str: t.string({ description: CUSTOM_TEXT }),
    custom4Str: t.string({ description: CUSTOM_TEXT }),
    custom5Str: t.string({ description: CUSTOM_TEXT }),
    custom1Int: t.field({ type: 'SafeInt', description: CUSTOM_INTEGER }),
    custom2Int: t.field({ type: 'SafeInt', description: CUSTOM_INTEGER }),
    custom3Int: t.field({ type: 'SafeInt', description: CUSTOM_INTEGER }),
    custom4Int: t.field({ type: 'SafeInt', description: CUSTOM_INTEGER }),
    custom5Int: t.field({ type: 'SafeInt', description: CUSTOM_INTEGER }),
    custom1Dec: t.field({ type: 'Decimal', description: CUSTOM_DECIMAL }),
    custom2Dec: t.field({ type: 'Decimal', description: CUSTOM_DECIMAL }),
    custom1Datetime: t.field({ type: 'DateTime', description: CUSTOM_MOMENT }),
    custom2Datetime: t.field({ type: 'DateTime', description: CUSTOM_MOMENT }),
    custom3Datetime: t.field({ type: 'DateTime', description: CUSTOM_MOMENT }),
    custom4Datetime: t.field({ type: 'DateTime', description: CUSTOM_MOMENT }),
    custom5Datetime: t.field({ type: 'DateTime', description: CUSTOM_MOMENT }),
  }),
  onlyCreate: (t) => ({
    tags: t.stringList({
      description: 'Its tags, at most 50 of 1 to 255 characters; those the team does not have yet are made.',
    }),
  }),
});

export const [CreateTagInput, UpdateTagInput] = inputPair('Tag', {
  create: 'A new tag.',
  update: 'What changes about a tag; omitted fields stay as they are.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name, 1 to 255 characters; unique in the team, case counts.' }),
  }),
});

export const RemoveTagsFromContactsInput = builder.inputType('RemoveTagsFromContactsInput', {
  description: 'Which contacts lose which tags.',
  fields: (t) => ({
    contactIds: t.idList({ required: true, description: 'Contacts of the team, 1 to 10,000.' }),
    tags: t.stringList({
      required: true,
      description: 'Names of tags, at least one; bounds as in `AddTagsToContactsInput`. Unknown ones are ignored.',
    }),
  }),
});

export const SuppressContactInput = builder.inputType('SuppressContactInput', {
  description: 'Why somebody must not be contacted.',
  fields: (t) => ({ reason: t.string({ description: 'For the team’s own records, at most 255 characters.' }) }),
});

export const SuppressNumbersInput = builder.inputType('SuppressNumbersInput', {
  description: 'Numbers that must not be contacted.',
  fields: (t) => ({
    numbers: t.field({
      type: ['PhoneNumber'],
      required: true,
      description:
        '1 to 10,000 phone numbers with their country codes (1,000 on the embedded database); repeats count once.',
    }),
    reason: t.string({ description: 'For the team’s own records, at most 255 characters.' }),
  }),
});

import { tables } from '../../../../database/tables.ts';
import { builder } from '../../../../graphql/builder.ts';
import { DeletedRecord, NONE } from '../../../../graphql/lists.ts';
import { CONTACT, TAG } from '../operations/contacts.ts';
import { suppressContact, suppressNumbers, unsuppressContact, unsuppressNumber } from '../operations/suppression.ts';
import { removeTagsFromContacts } from '../operations/tagging.ts';
import { createTag, deleteTag, takeTagOff, updateTag } from '../operations/tags.ts';
import { createContact, deleteContact, updateContact } from '../operations/write-contact.ts';
import {
  CreateContactInput,
  CreateTagInput,
  RemoveTagsFromContactsInput,
  SuppressContactInput,
  SuppressNumbersInput,
  UpdateContactInput,
  UpdateTagInput,
} from './inputs.ts';
import { ContactType, TagType } from './types.ts';

const KEY_LOST =
  '`CONFLICT` while numbers of erased persons cannot be checked because `TOKEN_KEY` is not the one they were stored under';
const INVALID = '`VALIDATION_FAILED` lists fields that are out of range or already taken';

const SuppressNumbersPayload = builder.objectRef<{ suppressedCount: number }>('SuppressNumbersPayload').implement({
  description: 'Suppressed numbers.',
  fields: (t) => ({
    suppressedCount: t.exposeInt('suppressedCount', {
      description: 'How many of the numbers were not on the list yet.',
    }),
  }),
});

const RemoveTagsFromContactsPayload = builder
  .objectRef<{ contactsCount: number }>('RemoveTagsFromContactsPayload')
  .implement({
    description: 'Removed tags.',
    fields: (t) => ({
      contactsCount: t.exposeInt('contactsCount', { description: 'Number of contacts that were named.' }),
    }),
  });

builder.mutationFields((t) => ({
  createContact: t.create({
    type: ContactType,
    access: 'viewer',
    description: `Creates a contact; one whose number is on the suppression list is unsubscribed from the start. ${INVALID}, ${KEY_LOST}.`,
    input: CreateContactInput,
    run: createContact,
  }),
  updateContact: t.change({
    type: ContactType,
    access: 'viewer',
    description: `Changes a contact. ${NONE}, ${INVALID}, ${KEY_LOST}.`,
    input: UpdateContactInput,
    run: updateContact,
  }),
  deleteContact: t.change({
    type: DeletedRecord,
    access: 'viewer',
    changes: CONTACT,
    description: `Deletes a contact with its messages and their webhook events; its calls stay without it, and its number stays on the suppression list if it must not be contacted. ${NONE}.`,
    run: deleteContact,
  }),
  suppressContact: t.field({
    type: ContactType,
    access: 'viewer',
    creates: true,
    description: `Puts a contact and its number on the suppression list, which every campaign respects; the number stays there when the contact is deleted. Doing it again changes nothing. ${NONE}.`,
    args: {
      id: t.arg.id({ required: true, description: 'The contact’s id.' }),
      input: t.arg({ type: SuppressContactInput, description: 'Why.' }),
    },
    resolve: (_root, { id, input }, ctx) => suppressContact(ctx, id, input?.reason),
  }),
  unsuppressContact: t.change({
    type: ContactType,
    access: 'viewer',
    description: `Takes a contact and its number off the suppression list. ${NONE}.`,
    run: unsuppressContact,
  }),
  suppressNumbers: t.field({
    type: SuppressNumbersPayload,
    access: 'viewer',
    creates: true,
    changes: 'many',
    description: `Puts numbers on the suppression list, whether contacts have them or not, and unsubscribes those that do. Numbers of people whose data was erased are left out. ${INVALID}.`,
    args: { input: t.arg({ type: SuppressNumbersInput, required: true, description: 'Numbers and why.' }) },
    resolve: async (_root, { input }, ctx) => ({ suppressedCount: await suppressNumbers(ctx, input) }),
  }),
  unsuppressNumber: t.change({
    type: DeletedRecord,
    access: 'viewer',
    changes: { table: tables.SuppressedNumber },
    description: `Takes a number, and the contact that has it, off the suppression list. ${NONE}.`,
    run: unsuppressNumber,
  }),
  removeTagsFromContacts: t.field({
    type: RemoveTagsFromContactsPayload,
    access: 'viewer',
    creates: false,
    changes: 'many',
    description:
      'Removes tags from contacts, all or nothing. `VALIDATION_FAILED` names every contact that the team does not have under `contactIds.N`.',
    args: { input: t.arg({ type: RemoveTagsFromContactsInput, required: true, description: 'Contacts and tags.' }) },
    resolve: async (_root, { input }, ctx) => ({ contactsCount: await removeTagsFromContacts(ctx, input) }),
  }),
  createTag: t.create({
    type: TagType,
    access: 'viewer',
    description: `Creates a tag that no contact carries yet. ${INVALID}.`,
    input: CreateTagInput,
    run: createTag,
  }),
  updateTag: t.change({
    type: TagType,
    access: 'viewer',
    description: `Renames a tag; contacts keep it and segments that name it follow. ${NONE}, ${INVALID}.`,
    input: UpdateTagInput,
    run: updateTag,
  }),
  deleteTag: t.change({
    type: DeletedRecord,
    access: 'viewer',
    changes: TAG,
    description: `Deletes a tag; contacts lose it. ${NONE}, \`CONFLICT\` while a segment names it.`,
    ahead: takeTagOff,
    run: deleteTag,
  }),
}));

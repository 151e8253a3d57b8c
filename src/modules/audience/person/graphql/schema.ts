import { builder } from '../../../../graphql/builder.ts';
import { exportPerson } from '../export-link.ts';
import { erasePerson } from '../operations.ts';

const ADMIN = { role: 'admin' } as const;

const PersonInput = builder.inputType('PersonInput', {
  description: 'A person whom the team reaches under a number.',
  fields: (t) => ({
    number: t.field({
      type: 'PhoneNumber',
      required: true,
      description: 'Their phone number. It need not be a contact’s.',
    }),
  }),
});

const ExportPersonPayload = builder.objectRef<ReturnType<typeof exportPerson>>('ExportPersonPayload').implement({
  description: 'Where a person’s data can be downloaded.',
  fields: (t) => ({
    url: t.exposeString('url', {
      description:
        'A JSON file of all records that name them, by table. Anyone with the link can download it, without a token, until it expires.',
    }),
    zipUrl: t.exposeString('zipUrl', {
      description:
        'The same records as a zip archive with one CSV file per table that has any. It is good for as long as `url`.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when: one hour from now.' }),
  }),
});

const ErasePersonPayload = builder.objectRef<Awaited<ReturnType<typeof erasePerson>>>('ErasePersonPayload').implement({
  description: 'What was erased.',
  fields: (t) => ({
    contactsCount: t.exposeInt('contactsCount', { description: 'Contacts with the number.' }),
    recordsCount: t.exposeInt('recordsCount', { description: 'Records that were deleted or made anonymous.' }),
  }),
});

builder.mutationFields((t) => ({
  exportPerson: t.field({
    type: ExportPersonPayload,
    access: ADMIN,
    creates: false,
    changes: 'nothing',
    description:
      'Makes a link to everything that names a person (owners and admins). The file is made when it is downloaded.',
    args: { input: t.arg({ type: PersonInput, required: true, description: 'Whose data.' }) },
    resolve: (_root, { input }, ctx) => exportPerson(ctx, input),
  }),
  erasePerson: t.field({
    type: ErasePersonPayload,
    access: ADMIN,
    creates: false,
    changes: 'nothing',
    description:
      'Deletes or makes anonymous everything that identifies a person, for good (owners and admins): contact, texts, transcripts, recordings’ addresses, replies, consent, rows of uploaded files, audit entries and webhook events. Sums of reports stay. Of the number a keyed hash is kept: contacts, imports and messages with it are refused from then on. A repeat erases what has come since.',
    args: { input: t.arg({ type: PersonInput, required: true, description: 'Whose data.' }) },
    resolve: (_root, { input }, ctx) => erasePerson(ctx, input),
  }),
}));

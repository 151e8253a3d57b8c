import './mutations.ts';
import './queries.ts';
import { builder } from '../../../graphql/builder.ts';
import { filterInput, orderInput } from '../../../graphql/lists.ts';
import { columns } from '../../../graphql/selection.ts';
import { contactFilter, getContact, getTag, listContacts, listTags, tagFilter } from '../operations/contacts.ts';
import { addTagsToContacts, type TaggedContacts } from '../operations/tagging.ts';
import { ContactType, TagType } from './types.ts';

const ContactFilter = filterInput(contactFilter);

const ContactOrder = orderInput('Contact', { createdAt: 'When it was created.', number: 'Its phone number.' });

builder.queryField('contacts', (t) =>
  t.connection(
    {
      type: ContactType,
      access: 'viewer',
      description: 'The team’s contacts, newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: ContactFilter, description: 'Which contacts.' }),
        orderBy: t.arg({ type: ContactOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listContacts(ctx, args, columns(info)),
    },
    { description: 'A page of contacts.' },
    { description: 'A contact in a list.' },
  ),
);

builder.queryField('contact', (t) =>
  t.field({
    type: ContactType,
    access: 'viewer',
    description: 'One contact. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getContact(ctx, id, columns(info)),
  }),
);

const TagFilter = filterInput(tagFilter);

builder.queryField('tags', (t) =>
  t.connection(
    {
      type: TagType,
      access: 'viewer',
      description: 'The team’s tags, by name unless ordered otherwise.',
      args: {
        filter: t.arg({ type: TagFilter, description: 'Which tags.' }),
        orderBy: t.arg({ type: orderInput('Tag', { name: 'Its name.' }), description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listTags(ctx, args, columns(info)),
    },
    { description: 'A page of tags.' },
    { description: 'A tag in a list.' },
  ),
);

builder.queryField('tag', (t) =>
  t.field({
    type: TagType,
    access: 'viewer',
    description: 'One tag. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getTag(ctx, id, columns(info)),
  }),
);

const AddTagsToContactsInput = builder.inputType('AddTagsToContactsInput', {
  description: 'Which contacts get which tags (E8).',
  fields: (t) => ({
    contactIds: t.idList({
      required: true,
      description: 'Contacts of the team, 1 to 10,000; one that is named twice counts once.',
    }),
    tags: t.stringList({
      required: true,
      description:
        'Names of 1 to 255 characters, at most 50 for up to 2,000 contacts and 100,000 divided by the contacts for more; those the team does not have yet are made. Spaces around a name and repetitions do not count, case does. At least one, unless they replace.',
    }),
    truncate: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Whether the contacts lose the tags they have: true replaces, false adds.',
    }),
  }),
});

const TaggedContactsType = builder.objectRef<TaggedContacts>('TaggedContacts').implement({
  description: 'What a tagging did (E8).',
  fields: (t) => ({
    contactsCount: t.exposeInt('contactsCount', { description: 'How many contacts it was for, each counted once.' }),
    tags: t.expose('tags', {
      type: [TagType],
      size: 100,
      description: 'The tags that they now have for certain, by name.',
    }),
  }),
});

builder.mutationField('addTagsToContacts', (t) =>
  t.field({
    type: TaggedContactsType,
    access: 'POST /v1/audience/contacts/tags',
    changes: 'many',
    description:
      'Adds tags to contacts, or replaces theirs (E8): to all of them or, on an error, to none. `VALIDATION_FAILED` names every contact that the team does not have under `contactIds.N`.',
    args: { input: t.arg({ type: AddTagsToContactsInput, required: true, description: 'Contacts and tags.' }) },
    resolve: (_root, { input }, ctx) => addTagsToContacts(ctx, input),
  }),
);

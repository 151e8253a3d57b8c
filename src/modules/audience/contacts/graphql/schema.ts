import './custom-field-names.ts';
import './mutations.ts';
import './queries.ts';
import { builder } from '../../../../graphql/builder.ts';
import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { CONTACT, listContacts, listTags, TAG, tagFilter } from '../operations/contacts.ts';
import { addTagsToContacts, type TaggedContacts } from '../operations/tagging.ts';
import { ContactFilter, ContactOrder } from './list-inputs.ts';
import { ContactType, TagType } from './types.ts';

builder.queryFields((t) => ({
  contacts: t.page({
    type: ContactType,
    access: 'viewer',
    description: 'The team’s contacts, newest first unless ordered otherwise.',
    filter: ContactFilter,
    orderBy: ContactOrder,
    list: listContacts,
    texts: { filter: 'Which contacts.' },
  }),
  contact: t.record({ type: ContactType, of: CONTACT, access: 'viewer', description: 'One contact.' }),
}));

const TagFilter = filterInput(tagFilter);
const TagOrder = orderInput('Tag', { createdAt: 'When it was created.', name: 'Its name.' });

builder.queryFields((t) => ({
  tags: t.page({
    type: TagType,
    access: 'viewer',
    description: 'The team’s tags, by name unless ordered otherwise.',
    filter: TagFilter,
    orderBy: TagOrder,
    list: listTags,
    texts: { filter: 'Which tags.' },
  }),
  tag: t.record({ type: TagType, of: TAG, access: 'viewer', description: 'One tag.' }),
}));

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
        'Names of 1 to 255 characters, at most 50 for up to 2,000 contacts and 100,000 divided by the contacts for more (200 and 10,000 on the embedded database); those the team does not have yet are made. Spaces around a name and repetitions do not count, case does. At least one, unless they replace.',
    }),
    truncate: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Whether the contacts lose the tags they have: true replaces, false adds.',
    }),
  }),
});

const TaggedContactsType = builder.objectRef<TaggedContacts>('AddTagsToContactsPayload').implement({
  description: 'What a tagging did (E8).',
  fields: (t) => ({
    contactsCount: t.exposeInt('contactsCount', {
      description: 'Number of contacts that were named, each counted once.',
    }),
    tags: t.expose('tags', {
      type: [TagType],
      size: 100,
      description: 'The tags that each of the contacts now has, by name.',
    }),
  }),
});

builder.mutationField('addTagsToContacts', (t) =>
  t.field({
    type: TaggedContactsType,
    access: 'POST /v1/audience/contacts/tags',
    creates: false,
    changes: 'many',
    description:
      'Adds tags to contacts, or replaces theirs (E8): to all of them or, on an error, to none. `VALIDATION_FAILED` names every contact that the team does not have under `contactIds.N`.',
    args: { input: t.arg({ type: AddTagsToContactsInput, required: true, description: 'Contacts and tags.' }) },
    resolve: (_root, { input }, ctx) => addTagsToContacts(ctx, input),
  }),
);

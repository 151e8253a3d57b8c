import { AddTagsToContactsDocument } from '../../generated/rest-documents.ts';
import { object, string } from '../json-schema.ts';
import { type Route, route } from '../route.ts';

export const contactRoutes: readonly Route[] = [
  route({
    operation: 'E8',
    method: 'POST',
    path: '/v1/audience/contacts/tags',
    document: AddTagsToContactsDocument,
    body: ['contact_ids', 'tags', 'truncate'],
    variables: ({ body }) => ({ input: body }),
    respond: () => ({ message: 'Tags added' }),
    response: () => object({ message: string }),
  }),
];

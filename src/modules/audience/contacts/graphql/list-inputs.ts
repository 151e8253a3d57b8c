import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { contactFilter } from '../operations/contacts.ts';

export const ContactFilter = filterInput(contactFilter);

export const ContactOrder = orderInput('Contact', { createdAt: 'When it was created.', number: 'Its phone number.' });

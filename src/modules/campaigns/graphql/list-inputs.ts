import { orderInput } from '../../../graphql/lists.ts';
import { STATUS_CHANGES } from '../rules.ts';

export const campaignOrder = (name: string) =>
  orderInput(name, {
    createdAt: 'When it was created.',
    updatedAt: 'When it last changed.',
    name: 'Its name.',
    status: 'Its status, in the order of the enumeration.',
  });

export const NAME = 'Name, 1 to 255 characters.';
export const NEW_NAME = 'Name, 1 to 255 characters; it cannot be cleared.';

const changes = Object.entries(STATUS_CHANGES).map(([from, to]) => `From ${from}: ${to.join(', ') || 'none'}.`);

export const NEW_STATUS = `Where it shall stand; it cannot be cleared. ${changes.join(' ')}`;

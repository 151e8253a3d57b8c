import { builder } from '../../../graphql/builder.ts';
import { DateTimeRange, orderInput, textWithin } from '../../../graphql/lists.ts';
import { STATUS_CHANGES } from '../rules.ts';
import { CampaignStatusEnum, SendTypeEnum } from './enums.ts';

/** Of SMS and voice campaigns alike; `name` is the type's. */
export const campaignFilter = (name: string) =>
  builder.inputType(`${name}Filter`, {
    description: 'Every condition given must hold.',
    fields: (t) => ({
      status: t.field({ type: [CampaignStatusEnum], description: 'One of these statuses.' }),
      sendType: t.field({ type: [SendTypeEnum], description: 'One of these send types.' }),
      name: t.string(textWithin('the name')),
      createdAt: t.field({ type: DateTimeRange, description: 'When it was created.' }),
    }),
  });

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

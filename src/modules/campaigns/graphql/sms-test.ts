import { tables } from '../../../database/tables.ts';
import { builder } from '../../../graphql/builder.ts';
import { messagePayload } from '../../audience/conversations/graphql/mutations.ts';
import { sendSmsCampaignTest } from '../sms/test-message.ts';

const SendSmsCampaignTestInput = builder.inputType('SendSmsCampaignTestInput', {
  description: 'Which campaign to test, and where.',
  fields: (t) => ({
    smsCampaignId: t.id({ required: true, description: 'The SMS campaign, in any status.' }),
    to: t.field({
      type: 'PhoneNumber',
      required: true,
      description:
        'Phone number with its country code, such as +49 1512 3456789. A contact with that number fills the merge fields, which are empty otherwise.',
    }),
  }),
});

builder.mutationField('sendSmsCampaignTest', (t) =>
  t.field({
    type: messagePayload('SendSmsCampaignTestPayload'),
    access: 'viewer',
    creates: true,
    changes: { table: tables.DirectMessage },
    description:
      'Sends one of an SMS campaign’s texts to one number, over the campaign’s routing plan and within the hours in which the team reaches anybody. Its link leads to the offer and counts no click; reports do not count the message. `NOT_FOUND` when the team has no such campaign, `CONFLICT` when the number asked not to be contacted or the route cannot send, `VALIDATION_FAILED` names what the campaign lacks.',
    args: { input: t.arg({ type: SendSmsCampaignTestInput, required: true, description: 'The test.' }) },
    resolve: (_root, { input }, ctx) => sendSmsCampaignTest(ctx, input),
  }),
);

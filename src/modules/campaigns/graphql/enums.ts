import { builder } from '../../../graphql/builder.ts';

export const CampaignStatusEnum = builder.enumType('CampaignStatus', {
  description: 'The status of a campaign.',
  values: {
    draft: { description: 'Being written; nothing is scheduled.' },
    pending: { description: 'Scheduled; waits for its time.' },
    running: { description: 'Started; its sends are being prepared.' },
    in_progress: { description: 'Messages or calls are going out.' },
    sent: { description: 'Everything went out.' },
    failed: { description: 'Ended by a fault.' },
    stopped: { description: 'Ended by a person or a rule.' },
  },
});

export const SendTypeEnum = builder.enumType('SendType', {
  description: 'How a campaign decides when to send.',
  values: {
    manual: { description: 'Once, at a chosen time.' },
    multistep: { description: 'In growing steps, as long as each performs.' },
    planner: { description: 'In steps, within weekly hours.' },
    recurring: { description: 'On chosen days, every week.' },
    feed: { description: 'Whenever a feed brings contacts.' },
  },
});

export const SendStatusEnum = builder.enumType('SendStatus', {
  description: 'The status of one send of a campaign.',
  values: {
    pending: { description: 'Waits for its time.' },
    running: { description: 'Between two steps, windows or slots, or waiting for a feed.' },
    in_progress: { description: 'Messages or calls are going out.' },
    sent: { description: 'Everything went out.' },
    failed: { description: 'Ended by a fault.' },
    stopped: { description: 'Ended by a person or a rule.' },
  },
});

builder.enumType('DayOfWeek', {
  description: 'A day of the week.',
  values: {
    Mon: { description: 'Monday.' },
    Tue: { description: 'Tuesday.' },
    Wed: { description: 'Wednesday.' },
    Thu: { description: 'Thursday.' },
    Fri: { description: 'Friday.' },
    Sat: { description: 'Saturday.' },
    Sun: { description: 'Sunday.' },
  },
});

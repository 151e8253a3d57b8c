import { DECLARATIONS } from 'sms-providers';
import { builder } from '../../../../graphql/builder.ts';
import type { ProviderType } from '../../providers/settings.ts';

export const SmsTestStatusEnum = builder.enumType('SmsTestStatus', {
  description: 'The status of a test message.',
  values: {
    pending: { description: 'Waits to be sent, or to be tried again.' },
    sending: { description: 'Being handed over to the operator.' },
    sent: { description: 'The operator took it.' },
    delivered: { description: 'A receipt says that it arrived.' },
    failed: { description: 'Not sent, not known to be, or not delivered; the reason says why.' },
  },
});

const declared = Object.entries(DECLARATIONS).map(([name, { label }]) => [name, { description: `${label}.` }]);

export const RouteProviderEnum = builder.enumType('RouteProvider', {
  description: 'Who carries a route’s messages. `providers` has the fields of each.',
  values: {
    simulator: {
      description: 'Invents deliveries, failures, clicks and replies. It costs nothing and reaches nobody.',
    },
    http: { description: 'An HTTP endpoint of the team’s own.' },
    smpp: { description: 'An SMSC, over SMPP 3.4.' },
    ...Object.fromEntries(declared),
    custom: { description: 'Any HTTP API that the team describes in the settings.' },
  } as Record<ProviderType, { description: string }>,
});

export const RouteHealthStateEnum = builder.enumType('RouteHealthState', {
  description: 'Whether a route is used for a network.',
  values: {
    unknown: { description: 'Fewer than 20 receipts say how it delivers: it is used.' },
    healthy: { description: 'It is used.' },
    out: {
      description: 'Less than half was delivered: other candidates are used, and 5 % of the messages test it.',
    },
  },
});

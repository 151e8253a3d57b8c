import type {
  HubBindKind,
  HubMessageStatus,
  HubProtocol,
  HubReceiptWish,
} from '../../../../generated/prisma/client.ts';
import { builder } from '../../../../graphql/builder.ts';
import type { SubmitRefusal } from '../../traffic/submission.ts';

type Values<Name extends string> = Record<Name, { description: string }>;

export const HubMessageStatusEnum = builder.enumType('HubMessageStatus', {
  description: 'What became of a message that a seller submitted.',
  values: {
    rejected: { description: 'It was rejected when it was submitted and costs nothing.' },
    queued: { description: 'It waits for its route.' },
    sending: { description: 'It is being handed over to a provider.' },
    accepted: { description: 'A provider accepted it; its receipt has not come.' },
    delivered: { description: 'It is on the phone.' },
    failed: { description: 'It was refused or could not be delivered.' },
    expired: { description: 'It could not be delivered in time.' },
    unknown: {
      description:
        'The provider may or may not have accepted it. A receipt settles it, or a person (`resolveUnknownHubMessages`).',
    },
    canceled: { description: 'The seller canceled it while it waited.' },
  } satisfies Values<HubMessageStatus>,
});

export const HubBindKindEnum = builder.enumType('HubBindKind', {
  description: 'What a seller’s connection may do.',
  values: {
    transmitter: { description: 'Submit.' },
    receiver: { description: 'Receive receipts and replies.' },
    transceiver: { description: 'Both.' },
  } satisfies Values<HubBindKind>,
});

export const HubProtocolEnum = builder.enumType('HubProtocol', {
  description: 'How a message was submitted.',
  values: {
    smpp: { description: 'Over an SMPP connection.' },
    http: { description: 'By `POST /hub/messages`.' },
  } satisfies Values<HubProtocol>,
});

export const HubReceiptWishEnum = builder.enumType('HubReceiptWish', {
  description: 'Which receipts a seller asked for.',
  values: {
    all: { description: 'Every final receipt.' },
    failures: { description: 'Only when it was not delivered.' },
    none: { description: 'None.' },
  } satisfies Values<HubReceiptWish>,
});

export const SubmitRefusalEnum = builder.enumType('SubmitRefusal', {
  description: 'The rule that rejected a message, in the order in which they are checked.',
  values: {
    not_allowed: { description: 'The endpoint may not send.' },
    invalid_sender: { description: 'The sender is no number or name.' },
    invalid_number: { description: 'The destination is no phone number.' },
    invalid_text: { description: 'The text is empty, too long or cannot be decoded.' },
    invalid_time: {
      description: 'Its validity ends before it would go out, or its delivery time is more than 7 days ahead.',
    },
    suppressed: { description: 'The number is on the team’s suppression list.' },
    no_route: { description: 'Neither the routing plan nor the endpoint has a route for it.' },
    route_unusable: { description: 'No route that it may take is connected and working.' },
    price_too_high: { description: 'Its price is above the endpoint’s `maxPrice` on every route.' },
    margin_too_low: { description: 'Its profit is below the endpoint’s `minMargin` on every route.' },
    balance: { description: 'The balance of the company’s integration does not cover its price.' },
  } satisfies Values<SubmitRefusal>,
});

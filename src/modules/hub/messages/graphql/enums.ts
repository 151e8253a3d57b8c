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
    REJECTED: { description: 'It was rejected when it was submitted and costs nothing.' },
    QUEUED: { description: 'It waits for its route.' },
    SENDING: { description: 'It is being handed over to a provider.' },
    ACCEPTED: { description: 'A provider accepted it; its receipt has not come.' },
    DELIVERED: { description: 'It is on the phone.' },
    FAILED: { description: 'It was refused or could not be delivered.' },
    EXPIRED: { description: 'It could not be delivered in time.' },
    UNKNOWN: { description: 'The provider may or may not have accepted it. A receipt tells.' },
    CANCELED: { description: 'The seller canceled it while it waited.' },
  } satisfies Values<HubMessageStatus>,
});

export const HubBindKindEnum = builder.enumType('HubBindKind', {
  description: 'What a seller’s connection may do.',
  values: {
    TRANSMITTER: { description: 'Submit.' },
    RECEIVER: { description: 'Receive receipts and replies.' },
    TRANSCEIVER: { description: 'Both.' },
  } satisfies Values<HubBindKind>,
});

export const HubProtocolEnum = builder.enumType('HubProtocol', {
  description: 'How a message was submitted.',
  values: {
    SMPP: { description: 'Over an SMPP connection.' },
    HTTP: { description: 'By `POST /hub/messages`.' },
  } satisfies Values<HubProtocol>,
});

export const HubReceiptWishEnum = builder.enumType('HubReceiptWish', {
  description: 'Which receipts a seller asked for.',
  values: {
    ALL: { description: 'Every final receipt.' },
    FAILURES: { description: 'Only when it was not delivered.' },
    NONE: { description: 'None.' },
  } satisfies Values<HubReceiptWish>,
});

export const SubmitRefusalEnum = builder.enumType('SubmitRefusal', {
  description: 'The rule that rejected a message, in the order in which they are checked.',
  values: {
    NOT_ALLOWED: { description: 'The endpoint may not send.' },
    INVALID_SENDER: { description: 'The sender is no number or name.' },
    INVALID_NUMBER: { description: 'The destination is no phone number.' },
    INVALID_TEXT: { description: 'The text is empty, too long or cannot be decoded.' },
    INVALID_TIME: { description: 'The validity or delivery time is no time or lies in the past.' },
    SUPPRESSED: { description: 'The number is on the team’s suppression list.' },
    NO_ROUTE: { description: 'Neither the routing plan nor the endpoint has a route for it.' },
    ROUTE_UNUSABLE: { description: 'No route that it may take is connected and working.' },
    PRICE_TOO_HIGH: { description: 'Its price is above the endpoint’s `maxPrice` on every route.' },
    MARGIN_TOO_LOW: { description: 'Its profit is below the endpoint’s `minMargin` on every route.' },
    BALANCE: { description: 'The balance of the company’s integration does not cover its price.' },
  } satisfies Values<SubmitRefusal>,
});

import { MESSAGE, type Vectors } from './vectors.ts';

const OWN = '0199f0a0-0000-7000-8000-000000000001';
const ID = '862a8790-60c0-4430-9b2b-658bdexample';
const text = (eventType: string, messageStatus: string, messageStatusDescription: string) => ({
  ...{ eventType, eventVersion: '1.0', eventTimestamp: 1_686_975_103_470, isFinal: true },
  ...{ originationPhoneNumber: '+12065550152', destinationPhoneNumber: '+14255550156', isoCountryCode: 'US' },
  ...{ messageId: ID, messageRequestTimestamp: 1_686_975_103_170, messageEncoding: 'GSM', messageType: 'PROMOTIONAL' },
  ...{ messageStatus, messageStatusDescription, context: { message_id: OWN }, totalMessageParts: 1 },
});
const notification = (message: object) => ({
  ...{ Type: 'Notification', MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324' },
  ...{ TopicArn: 'arn:aws:sns:us-west-2:123456789012:MyTopic', Message: JSON.stringify(message) },
  ...{ Timestamp: '2012-05-02T00:54:06.655Z', SignatureVersion: '1', Signature: 'EXAMPLEw6JRN' },
});
const refusal = (type: string, Message: string, Reason?: string) => ({
  ...{ __type: `com.amazonaws.pinpointsmsvoicev2#${type}`, Message },
  ...(Reason && { Reason }),
});

export const aws: Vectors = {
  name: 'aws',
  sources: [
    'https://docs.aws.amazon.com/pinpoint/latest/apireference_smsvoicev2/API_SendTextMessage.html',
    'https://docs.aws.amazon.com/sms-voice/latest/userguide/configuration-sets-event-format.html',
    'https://docs.aws.amazon.com/sms-voice/latest/userguide/two-way-sms-payload.html',
    'https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html',
  ],
  published: {
    repository: 'boto/botocore',
    file: 'botocore/data/pinpoint-sms-voice-v2/2022-03-31/service-2.json',
    shape: 'SendTextMessageRequest',
  },
  settings: { region: 'us-west-2', accessKeyId: 'AKIDEXAMPLEAKIDEXAMP', configurationSet: 'receipts' },
  credentials: { secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' },
  requests: [
    {
      it: 'a message',
      messages: [MESSAGE],
      is: {
        method: 'POST',
        url: 'https://sms-voice.us-west-2.amazonaws.com/',
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': 'PinpointSMSVoiceV2.SendTextMessage',
        },
        body: {
          DestinationPhoneNumber: '+14155550100',
          OriginationIdentity: '+14155552345',
          MessageBody: 'Hello & welcome: 50 % off + more',
          MessageType: 'PROMOTIONAL',
          ConfigurationSetName: 'receipts',
          Context: { message_id: OWN },
        },
      },
    },
    {
      it: 'through a VPC endpoint, without a configuration set',
      settings: {
        ...{ url: 'https://vpce-1.sms-voice.us-west-2.vpce.amazonaws.com', configurationSet: null },
        messageType: 'TRANSACTIONAL',
      },
      messages: [{ ...MESSAGE, from: 'Acme' }],
      is: {
        method: 'POST',
        url: 'https://vpce-1.sms-voice.us-west-2.vpce.amazonaws.com/',
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': 'PinpointSMSVoiceV2.SendTextMessage',
        },
        body: {
          DestinationPhoneNumber: '+14155550100',
          OriginationIdentity: 'Acme',
          MessageBody: 'Hello & welcome: 50 % off + more',
          MessageType: 'TRANSACTIONAL',
          Context: { message_id: OWN },
        },
      },
    },
  ],
  answers: [
    { it: 'accepted', status: 200, body: { MessageId: ID }, is: { status: 'accepted', providerId: ID } },
    {
      it: 'no such number',
      status: 400,
      body: refusal('ValidationException', 'The destination phone number is invalid', 'INVALID_PARAMETER'),
      is: {
        ...{ status: 'rejected', kind: 'permanent', code: 'INVALID_PARAMETER', retryAfterSeconds: null },
        reason: 'The destination phone number is invalid',
      },
    },
    {
      it: 'opted out',
      status: 400,
      body: refusal('ConflictException', 'Destination opted out', 'DESTINATION_PHONE_NUMBER_OPTED_OUT'),
      is: {
        ...{ status: 'rejected', kind: 'opted_out', code: 'DESTINATION_PHONE_NUMBER_OPTED_OUT' },
        ...{ retryAfterSeconds: null, reason: 'Destination opted out' },
      },
    },
    {
      it: 'the spend limit',
      status: 400,
      body: refusal('ServiceQuotaExceededException', 'Spend limit reached', 'MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT'),
      is: {
        ...{ status: 'rejected', kind: 'balance', code: 'MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT' },
        ...{ retryAfterSeconds: null, reason: 'Spend limit reached', isUnread: true },
      },
    },
    {
      it: 'too many requests',
      status: 400,
      body: { __type: 'ThrottlingException', message: 'Rate exceeded' },
      is: {
        ...{ status: 'rejected', kind: 'throttled', code: 'ThrottlingException', retryAfterSeconds: null },
        ...{ reason: 'Rate exceeded', isUnread: true },
      },
    },
    {
      it: 'a wrong key',
      status: 403,
      body: {
        __type: 'UnrecognizedClientException',
        message: 'The security token included in the request is invalid.',
      },
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: 'UnrecognizedClientException', retryAfterSeconds: null },
        ...{ reason: 'The security token included in the request is invalid.', isUnread: true },
      },
    },
    {
      it: 'a failure that may have sent it',
      status: 500,
      body: refusal('InternalServerException', 'Internal error'),
      is: { status: 'unknown', reason: 'The service answered 500.', isUnanswered: true },
    },
  ],
  callbacks: [
    {
      it: 'delivered',
      request: {
        headers: { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': 'Notification' },
        body: notification(text('TEXT_DELIVERED', 'DELIVERED', 'Message has been accepted by phone')),
      },
      receipts: [
        {
          ...{ providerId: ID, messageId: OWN, status: 'delivered', reason: 'Message has been accepted by phone' },
          at: new Date(1_686_975_103_470),
        },
      ],
    },
    {
      it: 'taken by the carrier, delivered raw',
      request: { body: text('TEXT_SUCCESSFUL', 'SUCCESSFUL', 'Message has been accepted by phone carrier') },
      receipts: [{ providerId: ID, messageId: OWN, status: 'accepted' }],
    },
    {
      it: 'blocked',
      request: { body: notification(text('TEXT_CARRIER_BLOCKED', 'CARRIER_BLOCKED', 'Blocked by the carrier')) },
      receipts: [{ providerId: ID, status: 'failed', reason: 'Blocked by the carrier' }],
    },
    {
      it: 'expired',
      request: { body: notification(text('TEXT_TTL_EXPIRED', 'TTL_EXPIRED', 'Expired')) },
      receipts: [{ providerId: ID, status: 'expired' }],
    },
    {
      it: 'a reply',
      request: {
        body: notification({
          ...{ originationNumber: '+14255550182', destinationNumber: '+12125550101', messageKeyword: 'JOIN' },
          ...{ messageBody: 'EXAMPLE', inboundMessageId: 'cae173d2-66b9-564c-8309-21f858e9fb84' },
          previousPublishedMessageId: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
        }),
      },
      replies: [
        {
          ...{ id: 'cae173d2-66b9-564c-8309-21f858e9fb84', from: '+14255550182', to: '+12125550101' },
          text: 'EXAMPLE',
          at: new Date('2012-05-02T00:54:06.655Z'),
        },
      ],
    },
    {
      it: 'a subscription to confirm',
      request: {
        body: {
          ...{
            Type: 'SubscriptionConfirmation',
            MessageId: '165545c9-2a5c-472c-8df2-7ff2be2b3b1b',
            Token: '2336412f37',
          },
          ...{ TopicArn: 'arn:aws:sns:us-west-2:123456789012:MyTopic', Message: 'You have chosen to subscribe' },
          SubscribeURL: 'https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription&Token=2336412f37',
        },
      },
      confirms: 'https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription&Token=2336412f37',
    },
    {
      it: 'a subscription to something else',
      request: {
        body: {
          ...{ Type: 'SubscriptionConfirmation', Message: 'You have chosen to subscribe' },
          SubscribeURL: 'https://sns.us-west-2.amazonaws.com.example.com/?Action=ConfirmSubscription',
        },
      },
    },
  ],
  signatures: [],
  check: [
    {
      it: 'good',
      status: 200,
      body: { AccountAttributes: [{ Name: 'ACCOUNT_TIER', Value: 'PRODUCTION' }] },
      isOk: true,
      advice: null,
    },
    {
      it: 'a user without the right',
      status: 400,
      body: refusal('AccessDeniedException', 'User is not authorized'),
      isOk: false,
      advice: 'Allow sms-voice:SendTextMessage and sms-voice:DescribeAccountAttributes to the IAM user.',
    },
  ],
  mirror: {
    accepted: { status: 200, body: { MessageId: '{providerId}' } },
    delivered: {
      type: 'json',
      content: { eventType: 'TEXT_DELIVERED', messageId: '{providerId}', context: { message_id: '{id}' } },
    },
    reply: {
      type: 'json',
      content: {
        originationNumber: '+{to}',
        destinationNumber: '+{from}',
        messageBody: '{text}',
        inboundMessageId: '{providerId}r',
      },
    },
  },
};

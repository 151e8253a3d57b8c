import type { Auth, Declaration } from './declaration.ts';

const AUTH: Auth = {
  scheme: 'aws_sigv4',
  service: 'sms-voice',
  region: '{region}',
  accessKeyId: '{accessKeyId}',
  secretAccessKey: '{secretAccessKey}',
};
const URLS = ['{url}/', 'https://sms-voice.{region}.amazonaws.com/'];
const headersFor = (operation: string) => ({
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': `PinpointSMSVoiceV2.${operation}`,
});

export const aws: Declaration = {
  label: 'AWS End User Messaging',
  reference: 'https://docs.aws.amazon.com/pinpoint/latest/apireference_smsvoicev2/API_SendTextMessage.html',
  fields: {
    region: {
      label: 'Region',
      hint: 'Where your numbers are, e.g. eu-central-1.',
      pattern: '[a-z]{2}(?:-[a-z]+)+-[0-9]',
    },
    accessKeyId: {
      label: 'Access key ID',
      hint: 'IAM console, under Users > Security credentials. The user needs sms-voice:SendTextMessage.',
      pattern: '[A-Z0-9]{16,128}',
    },
    secretAccessKey: {
      label: 'Secret access key',
      hint: 'Shown once, when the access key is created.',
      secret: true,
    },
    configurationSet: {
      label: 'Configuration set',
      hint: 'Its name or ARN. Its event destination, an SNS topic, reports deliveries. Without one, nothing is reported.',
      pattern: '[A-Za-z0-9_:/-]{1,256}',
      required: false,
    },
    messageType: {
      label: 'Message type',
      hint: 'PROMOTIONAL or TRANSACTIONAL.',
      options: ['PROMOTIONAL', 'TRANSACTIONAL'],
      default: 'PROMOTIONAL',
    },
    url: {
      label: 'API address',
      hint: 'Leave it empty unless you use a VPC endpoint.',
      kind: 'url',
      required: false,
    },
  },
  send: {
    method: 'POST',
    url: URLS,
    headers: headersFor('SendTextMessage'),
    auth: [AUTH],
    body: {
      type: 'json',
      content: {
        DestinationPhoneNumber: '+{to}',
        OriginationIdentity: '{fromPlus}',
        MessageBody: '{text}',
        MessageType: '{messageType}',
        ConfigurationSetName: '{configurationSet}',
        Context: { message_id: '{id}' },
      },
    },
  },
  answer: {
    format: 'json',
    id: 'MessageId',
    code: ['Reason', '__type'],
    reason: ['Message', 'message'],
    rules: [
      { code: ['DESTINATION_PHONE_NUMBER_OPTED_OUT'], outcome: 'opted_out' },
      {
        code: ['MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT'],
        outcome: 'balance',
        advice: 'Raise the monthly spend limit for text messages in the AWS console.',
      },
      {
        code: ['DESTINATION_PHONE_NUMBER_NOT_VERIFIED'],
        outcome: 'permanent',
        advice: 'The account is in the sandbox: verify the number, or request production access.',
      },
      {
        code: [
          'NO_ORIGINATION_IDENTITIES_FOUND',
          'MESSAGE_TYPE_MISMATCH',
          'NUMBER_CAPABILITIES_MISMATCH',
          'ORIGINATION_IDENTITY_NOT_FOUND',
        ],
        outcome: 'blocked',
        advice: 'Set a sender on the route that is an origination identity of this region and message type.',
      },
      { when: { __type: ['*ThrottlingException'] }, outcome: 'throttled' },
      {
        when: { __type: ['*AccessDeniedException'] },
        outcome: 'blocked',
        advice: 'Allow sms-voice:SendTextMessage and sms-voice:DescribeAccountAttributes to the IAM user.',
      },
      {
        when: {
          __type: [
            '*UnrecognizedClientException',
            '*InvalidSignatureException',
            '*MissingAuthenticationTokenException',
            '*IncompleteSignatureException',
          ],
        },
        outcome: 'blocked',
        advice: 'Check the access key, and the clock of this server.',
      },
      {
        when: { __type: ['*ResourceNotFoundException'] },
        outcome: 'blocked',
        advice: 'Check the sender of the route and the configuration set: one of them is not in this region.',
      },
      { when: { __type: ['*ServiceQuotaExceededException'] }, outcome: 'blocked' },
      { when: { __type: ['*ValidationException', '*ConflictException'] }, outcome: 'permanent' },
      { status: [400, 403], outcome: 'blocked' },
    ],
  },
  callbacks: {
    methods: ['POST'],
    formats: ['json'],
    // SNS signs with a certificate that would have to be fetched from an address in the message; the secret in the URL
    // is what proves the sender.
    signature: { scheme: 'none' },
    unwrap: 'Message',
    confirm: {
      when: { Type: ['SubscriptionConfirmation'] },
      url: 'SubscribeURL',
      host: 'sns\\.[a-z0-9-]+\\.amazonaws\\.com(?:\\.cn)?',
    },
    receipts: {
      when: { eventType: ['TEXT_*'] },
      id: 'messageId',
      own: 'context.message_id',
      status: 'eventType',
      statuses: {
        TEXT_QUEUED: 'accepted',
        TEXT_PENDING: 'accepted',
        TEXT_SENT: 'accepted',
        TEXT_SUCCESSFUL: 'accepted',
        TEXT_DELIVERED: 'delivered',
        TEXT_TTL_EXPIRED: 'expired',
        TEXT_UNKNOWN: 'unknown',
        'TEXT_*': 'failed',
      },
      reason: 'messageStatusDescription',
      at: 'eventTimestamp',
    },
    replies: {
      when: { inboundMessageId: true },
      id: 'inboundMessageId',
      from: 'originationNumber',
      to: 'destinationNumber',
      text: 'messageBody',
      // A text has no time of its own, and SNS may deliver it again hours later.
      at: '^Timestamp',
    },
  },
  capabilities: {
    idempotent: false,
    batchSize: 1,
    maxInFlight: 10,
    perSecond: 10,
    reportsSegments: true,
    reportsPrice: true,
  },
  check: {
    method: 'POST',
    url: URLS,
    headers: headersFor('DescribeAccountAttributes'),
    auth: [AUTH],
    body: { type: 'json', content: {} },
  },
};

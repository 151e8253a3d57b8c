import * as gql from '../gql/graphql.ts';
import { count, moment, useData, words } from '../lib/index.ts';
import { confirms, type FieldList, FormButton, List, Opens, Records, YES_NO } from '../ui/controls.ts';
import { Answer, Badge, Both, Page, Tabs, When } from '../ui/parts.tsx';

const EVENTS = Object.values(gql.WebhookEventType)
  .filter((type) => type !== 'endpoint_test')
  .map((type) => [type, words(type)] as const);
const FIELDS: FieldList = [
  { name: 'url', label: 'Address', hint: 'An https address of your service.' },
  { name: 'eventTypes', label: 'Events', options: EVENTS, multiple: true },
  { name: 'description', label: 'What it is for' },
  { name: 'batchSize', label: 'Events per request', kind: 'number', hint: 'Empty: every event has its own request.' },
];
const CHANGED: FieldList = [...FIELDS, { name: 'enabled', label: 'Enabled', kind: 'flag', options: YES_NO }];

export const Webhooks = () => (
  <Page title="Webhooks" lead="Signed requests tell your services what happens.">
    <Tabs of={{ endpoints: ['Endpoints', () => <Endpoints />], deliveries: ['Deliveries', () => <Deliveries />] }} />
  </Page>
);

const Endpoints = () => (
  <Records
    document={gql.WebhooksDocument}
    noun="endpoint"
    nameOf={({ url }) => url}
    create={gql.CreateWebhookDocument}
    secretOf={({ createWebhookEndpoint }: gql.CreateWebhookMutation) => createWebhookEndpoint.secret}
    update={gql.UpdateWebhookDocument}
    remove={gql.DeleteWebhookDocument}
    removed="No more events are sent to it. Its deliveries are deleted."
    fields={FIELDS}
    changed={CHANGED}
    actions={({ id, enabled }) => (
      <>
        {enabled && (
          <Opens text="Test" title="Send a test event?" of={gql.TestWebhookDocument}>
            {confirms({
              document: gql.TestWebhookDocument,
              variables: { input: { endpointId: id } },
              text: 'The answer appears under Deliveries.',
              button: 'Send it',
            })}
          </Opens>
        )}
        <FormButton
          text="Secret"
          title="Replace the signing secret?"
          document={gql.RotateWebhookSecretDocument}
          given={{ id }}
          fields={[
            { name: 'overlapHours', label: 'Hours in which the previous secret signs, too', kind: 'number', value: 24 },
          ]}
          button="Replace"
          secretOf={({ rotateWebhookEndpointSecret }) => rotateWebhookEndpointSecret.secret}
          secretNote="You won't see it again."
        />
        <FormButton
          text="Replay"
          title="Send past events again"
          document={gql.ReplayEventsDocument}
          fixed={{ endpointId: id }}
          fields={[{ name: 'since', label: 'Everything since', kind: 'moment' }]}
          button="Replay"
        />
      </>
    )}
    columns={[
      {
        header: 'Endpoint',
        cell: ({ url, description }) => <Both first={<strong>{url}</strong>} more={description} />,
      },
      {
        header: 'State',
        cell: ({ enabled, disabledReason, failingSince }) => (
          <Both
            first={
              <Badge
                value={failingSince ? 'failing' : enabled ? 'enabled' : 'disabled'}
                tone={failingSince ? 'bad' : undefined}
              />
            }
            more={disabledReason ?? (failingSince && `since ${moment(failingSince)}`)}
          />
        ),
      },
      { header: 'Events', cell: ({ eventTypes }) => eventTypes.map(words).join(', ') },
    ]}
  >
    <p>Such as a sale that your CRM should know of.</p>
  </Records>
);

function Deliveries() {
  const endpoints = useData(gql.EndpointNamesDocument, {}).data?.webhookEndpoints.nodes ?? [];
  return (
    <List
      document={gql.DeliveriesDocument}
      noun="delivery"
      filters={[
        { name: 'endpointId', label: 'Endpoint', of: endpoints.map(({ id, url }) => [id, url]) },
        {
          name: 'status',
          label: 'Status',
          of: Object.values(gql.WebhookDeliveryStatus).map((status) => [status, words(status)]),
          read: (status) => [status],
        },
        { name: 'eventType', label: 'Event', of: EVENTS, read: (type) => [type] },
      ]}
      columns={[
        { header: 'Event', cell: ({ eventType }) => <strong>{words(eventType)}</strong> },
        { header: 'Endpoint', cell: ({ endpoint }) => endpoint?.url },
        { header: 'Status', cell: ({ status }) => <Badge value={status} /> },
        { header: 'Tries', isNumber: true, cell: ({ attempts }) => count(attempts) },
        {
          header: 'Answer',
          cell: ({ responseStatus, failureReason }) => [responseStatus, failureReason].filter(Boolean).join(': '),
        },
        { header: 'When', cell: ({ attemptedAt, createdAt }) => <When at={attemptedAt ?? createdAt} /> },
        {
          cell: ({ id }) => (
            <span className="actions">
              <Opens text="Show" title="Delivery">
                {() => <Detail id={id} />}
              </Opens>
              <Opens text="Send again" title="Send it again?" of={gql.ReplayDeliveryDocument}>
                {confirms({
                  document: gql.ReplayDeliveryDocument,
                  variables: { id },
                  text: 'The endpoint gets the same event under the same id.',
                  button: 'Send again',
                })}
              </Opens>
            </span>
          ),
        },
      ]}
    />
  );
}

const Detail = ({ id }: { id: string }) => (
  <Answer of={useData(gql.DeliveryDetailDocument, { id })}>
    {({ webhookDelivery: { event, responseBody } }) => (
      <>
        <h3>Sent</h3>
        <pre>{JSON.stringify(event?.payload, null, 2)}</pre>
        <h3>Answered</h3>
        <pre>{responseBody ?? 'Nothing.'}</pre>
      </>
    )}
  </Answer>
);

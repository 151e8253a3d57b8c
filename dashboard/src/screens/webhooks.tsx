import * as gql from '../gql/graphql.ts';
import { count, moment, useData, words } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { webhooks as t } from '../texts/more.ts';
import { confirms, type FieldList, FormButton, List, Opens, OVERLAP, Records, YES_NO } from '../ui/controls.ts';
import { Answer, Badge, Both, Page, Tabs, When } from '../ui/parts.tsx';

const STATUSES = Object.values(gql.WebhookDeliveryStatus);
const EVENTS = Object.values(gql.WebhookEventType)
  .filter((type) => type !== 'endpoint_test')
  .map((type) => [type, words(type)] as const);
const FIELDS: FieldList = [
  { name: 'url', label: general.address, hint: t.anHttpsAddress },
  { name: 'eventTypes', label: t.events, options: EVENTS, multiple: true },
  { name: 'description', label: t.whatIt },
  { name: 'batchSize', label: t.eventsPerRequest, kind: 'number', hint: t.emptyEveryEventHas },
];
const CHANGED: FieldList = [...FIELDS, { name: 'enabled', label: t.enabled, kind: 'flag', options: YES_NO }];

export const Webhooks = () => (
  <Page title={general.webhooks} lead={t.signedRequestsTell}>
    <Tabs
      of={{ endpoints: [general.endpoints, () => <Endpoints />], deliveries: [t.deliveries, () => <Deliveries />] }}
    />
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
    removed={t.noMoreEvents}
    fields={FIELDS}
    changed={CHANGED}
    actions={({ id, enabled }) => (
      <>
        {enabled && (
          <Opens text={t.test} title={t.sendATestEvent} of={gql.TestWebhookDocument}>
            {confirms({
              document: gql.TestWebhookDocument,
              variables: { input: { endpointId: id } },
              text: t.theAnswerAppears,
              button: general.sendIt,
            })}
          </Opens>
        )}
        <FormButton
          text={general.secret}
          title={general.replaceTheSigning}
          document={gql.RotateWebhookSecretDocument}
          given={{ id }}
          fields={[OVERLAP]}
          button={general.replace}
          secretOf={({ rotateWebhookEndpointSecret }) => rotateWebhookEndpointSecret.secret}
          secretNote={general.youWontSee}
        />
        <FormButton
          text={t.replay}
          title={t.sendPastEvents}
          document={gql.ReplayEventsDocument}
          fixed={{ endpointId: id }}
          fields={[{ name: 'since', label: t.everythingSince, kind: 'moment' }]}
          button={t.replay}
        />
      </>
    )}
    columns={[
      {
        header: general.endpoint,
        cell: ({ url, description }) => <Both first={<strong>{url}</strong>} more={description} />,
      },
      {
        header: general.state,
        cell: ({ enabled, disabledReason, failingSince }) => (
          <Both
            first={
              <Badge
                value={failingSince ? 'failing' : enabled ? 'enabled' : 'disabled'}
                tone={failingSince ? 'bad' : undefined}
              />
            }
            more={disabledReason ?? (failingSince && t.sinceNamed(moment(failingSince)))}
          />
        ),
      },
      { header: t.events, cell: ({ eventTypes }) => eventTypes.map(words).join(', ') },
    ]}
  >
    <p>{t.suchAsASale}</p>
  </Records>
);

function Deliveries() {
  const endpoints = useData(gql.EndpointNamesDocument, {}).data?.webhookEndpoints.nodes ?? [];
  return (
    <List
      document={gql.DeliveriesDocument}
      noun="delivery"
      filters={[
        { name: 'endpointId', label: general.endpoint, of: endpoints.map(({ id, url }) => [id, url]) },
        { name: 'status', label: general.status, of: STATUSES, read: (status) => [status] },
        { name: 'eventType', label: general.event, of: EVENTS, read: (type) => [type] },
      ]}
      columns={[
        { header: general.event, cell: ({ eventType }) => <strong>{words(eventType)}</strong> },
        { header: general.endpoint, cell: ({ endpoint }) => endpoint?.url },
        { header: general.status, cell: ({ status }) => <Badge value={status} /> },
        { header: general.tries, isNumber: true, cell: ({ attempts }) => count(attempts) },
        {
          header: general.answer,
          cell: ({ responseStatus, failureReason }) => (
            <span title={failureReason ?? undefined}>{responseStatus ?? failureReason}</span>
          ),
        },
        { header: general.when, cell: ({ attemptedAt, createdAt }) => <When at={attemptedAt ?? createdAt} /> },
        {
          cell: ({ id }) => (
            <span className="actions">
              <Opens text={t.show} title={general.delivery}>
                {() => <Detail id={id} />}
              </Opens>
              <Opens text={t.sendAgain} title={t.sendItAgain} of={gql.ReplayDeliveryDocument}>
                {confirms({
                  document: gql.ReplayDeliveryDocument,
                  variables: { id },
                  text: t.theEndpointGets,
                  button: t.sendAgain,
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
        <h3>{general.sent}</h3>
        <pre>{JSON.stringify(event?.payload, null, 2)}</pre>
        <h3>{general.answered}</h3>
        <pre>{responseBody ?? t.nothing}</pre>
      </>
    )}
  </Answer>
);

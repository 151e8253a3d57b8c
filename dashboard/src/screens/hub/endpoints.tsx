import * as gql from '../../gql/graphql.ts';
import { among, go, Link, moment, since, useData, words } from '../../lib/index.ts';
import { general } from '../../texts/first.ts';
import { hub as t } from '../../texts/more.ts';
import { confirms, type FieldList, FormButton, Grid, List, Opens, OVERLAP, YES_NO } from '../../ui/controls.ts';
import { Answer, Badge, Card, Deleting, Facts, Page } from '../../ui/parts.tsx';
import { messageColumns, messageRow } from './messages.tsx';

type Binds = { tx: number; rx: number; trx: number };

/** Open connections of those allowed, by kind. */
const bindsOf = (open: Binds, allowed: Binds) =>
  (['tx', 'rx', 'trx'] as const).map((kind) => t.binds(open[kind], allowed[kind], kind.toUpperCase())).join(', ');

function fieldsOf(choices: gql.HubChoicesQuery | undefined): FieldList {
  return [
    { name: 'name', label: general.name },
    [
      { name: 'clientCompanyId', label: general.company, ...among('clientCompanies', choices), none: general.none },
      { name: 'routingPlanId', label: general.routingPlan, ...among('routingPlans', choices), none: general.none },
      { name: 'defaultRouteId', label: general.defaultRoute, ...among('routes', choices), none: general.none },
    ],
    [
      { name: 'tx', label: t.transmitters, kind: 'number', value: 0 },
      { name: 'rx', label: t.receivers, kind: 'number', value: 0 },
      { name: 'trx', label: t.transceivers, kind: 'number', value: 2, hint: t.connectionsAt },
    ],
    { name: 'allowedIps', label: t.allowedAddresses, kind: 'list', hint: t.ipAddressesAndCidr },
    { name: 'callbackUrl', label: t.callbackUrl, hint: t.receiptsAndReplies },
    {
      more: t.windowAndPrices,
      isAlways: true,
      fields: [
        [
          { name: 'window', label: t.window, kind: 'number', value: 100, hint: t.unansweredSubmits },
          { name: 'perSecond', label: t.messagesASecond, kind: 'number', hint: t.emptyAsMany },
        ],
        [
          { name: 'maxPrice', label: t.highestPrice, kind: 'money', hint: t.ofAMessage },
          { name: 'isMaxPriceEnabled', label: t.enforced, kind: 'flag', value: false, options: YES_NO },
          { name: 'minMargin', label: t.leastProfit, kind: 'money', hint: t.ofAMessage },
        ],
        { name: 'pricingUpdateEmail', label: t.priceLists, kind: 'email' },
      ],
    },
  ];
}

/** One that is created may. */
const MAY_SEND: FieldList = [
  { name: 'isSendingAllowed', label: t.maySend, kind: 'flag', value: true, options: YES_NO },
];

const CREDENTIALS: FieldList = [
  [
    { name: 'username', label: t.username, hint: t.atMost15Characters },
    { name: 'password', label: general.password, kind: 'password', hint: t.atMost8Characters },
  ],
];

export function Endpoints() {
  const choices = useData(gql.HubChoicesDocument, {}).data;
  return (
    <List
      document={gql.HubEndpointsDocument}
      noun="endpoint"
      make={
        <FormButton
          text={t.newEndpoint}
          className="main"
          document={gql.CreateHubEndpointDocument}
          fields={[...CREDENTIALS, ...fieldsOf(choices)]}
        />
      }
      filters={[
        { name: 'username', label: t.username },
        { name: 'clientCompanyId', label: general.company, ...among('clientCompanies', choices) },
      ]}
      columns={[
        {
          header: general.endpoint,
          cell: ({ id, name, username }) => <Link to={`/hub/${id}`} className="title" text={name ?? username} />,
        },
        { header: general.company, cell: ({ clientCompany }) => clientCompany?.name },
        { header: general.routingPlan, cell: ({ routingPlan }) => routingPlan?.name },
        { header: t.connections, cell: (row) => bindsOf(row.activeConnections, row) },
        { header: t.addresses, cell: ({ allowedIps }) => allowedIps.join(', ') || general.any },
        {
          header: t.maySend,
          cell: ({ isSendingAllowed, deletingAt }) =>
            deletingAt ? <Deleting at={deletingAt} /> : isSendingAllowed ? general.yes : <Badge value="stopped" />,
        },
      ]}
    >
      <p>{t.anEndpoint}</p>
    </List>
  );
}

export function EndpointPage({ id }: { id: string }) {
  const choices = useData(gql.HubChoicesDocument, {}).data;
  return (
    <Answer of={useData(gql.HubEndpointDocument, { id })}>
      {({ sellerEndpoint: endpoint }) => (
        <Page
          title={endpoint.name ?? endpoint.username}
          state={
            <>
              {!endpoint.isSendingAllowed && <Badge value="stopped" title={t.itMayNotSend} />}{' '}
              <Deleting at={endpoint.deletingAt} />
            </>
          }
          back={['/hub?tab=endpoints', general.endpoints]}
          actions={
            <>
              <FormButton
                text={general.newPassword}
                title={t.newPassword(endpoint.username)}
                document={gql.RotateHubEndpointDocument}
                given={{ id }}
                fields={[{ name: 'username', label: t.username, isOptional: true, hint: t.emptyTheSame }]}
                button={general.replace}
                secretOf={({ rotateSellerEndpointCredentials }) => rotateSellerEndpointCredentials.password}
                secretNote={t.connectionsSigned}
              />
              <FormButton
                text={t.newCallbackSecret}
                document={gql.RotateHubCallbackSecretDocument}
                given={{ id }}
                fields={[OVERLAP]}
                button={general.create}
                secretOf={({ rotateSellerEndpointCallbackSecret }) => rotateSellerEndpointCallbackSecret.secret}
                secretNote={t.callbacksAreSigned}
              />
              <FormButton
                text={general.edit}
                title={t.changeTheEndpoint}
                document={gql.UpdateHubEndpointDocument}
                given={{ id }}
                of={endpoint}
                depth={1}
                fields={[...MAY_SEND, ...fieldsOf(choices)]}
                button={general.save}
              />
              <Opens
                text={general.delete}
                title={general.deleteNamed(endpoint.username)}
                of={gql.DeleteHubEndpointDocument}
              >
                {confirms({
                  document: gql.DeleteHubEndpointDocument,
                  variables: { id },
                  text: t.theSellerCanNo,
                  onDone: () => go('/hub?tab=endpoints'),
                })}
              </Opens>
            </>
          }
        >
          <Card title={general.settings}>
            <Facts
              of={[
                [t.username, endpoint.username],
                [general.company, endpoint.clientCompany?.name],
                [general.routingPlan, endpoint.routingPlan?.name],
                [general.defaultRoute, endpoint.defaultRoute?.name],
                [t.connections, bindsOf(endpoint.activeConnections, endpoint)],
                [t.window, endpoint.window],
                [t.messagesASecond, endpoint.perSecond ?? t.asMany],
                [t.allowedAddresses, endpoint.allowedIps.join(', ') || general.any],
                [t.highestPrice, endpoint.isMaxPriceEnabled ? endpoint.maxPrice : t.notEnforced],
                [t.leastProfit, endpoint.minMargin],
                [t.priceLists, endpoint.pricingUpdateEmail],
                [t.callbackUrl, endpoint.callbackUrl],
                [t.callbackFailure, endpoint.callbackFailure],
              ]}
            />
          </Card>
          <Card title={t.openConnections}>
            <Grid
              label={t.openConnections}
              rows={endpoint.connections.nodes}
              empty={t.notConnected}
              columns={[
                { header: general.kind, cell: ({ kind }) => words(kind) },
                { header: general.address, cell: ({ address }) => address },
                { header: general.since, cell: ({ boundAt }) => <time title={moment(boundAt)}>{since(boundAt)}</time> },
                { header: t.process, cell: ({ process }) => process },
              ]}
            />
          </Card>
          <Card title={t.lastMessages} actions={<Link to={`/hub?sellerEndpointId=${id}`} text={t.allItsMessages} />}>
            <Grid
              label={t.lastMessages}
              rows={endpoint.messages.nodes.map(messageRow)}
              empty={t.itHasSubmittedNo}
              columns={messageColumns}
            />
          </Card>
        </Page>
      )}
    </Answer>
  );
}

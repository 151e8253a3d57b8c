import * as gql from '../../gql/graphql.ts';
import { go, Link, moment, since, useData, words } from '../../lib/index.ts';
import { confirms, type FieldList, FormButton, Grid, List, Opens, YES_NO } from '../../ui/controls.ts';
import { Answer, Badge, Card, Facts, Page } from '../../ui/parts.tsx';
import { messageColumns, messageRow } from './messages.tsx';

type Binds = { tx: number; rx: number; trx: number };

/** Open connections of those allowed, by kind. */
const bindsOf = (open: Binds, allowed: Binds) =>
  (['tx', 'rx', 'trx'] as const).map((kind) => `${open[kind]} of ${allowed[kind]} ${kind.toUpperCase()}`).join(', ');

function fieldsOf(choices: gql.HubChoicesQuery | undefined): FieldList {
  return [
    { name: 'name', label: 'Name' },
    [
      { name: 'clientCompanyId', label: 'Company', options: choices?.clientCompanies.nodes ?? [], none: 'None' },
      { name: 'routingPlanId', label: 'Routing plan', options: choices?.routingPlans.nodes ?? [], none: 'None' },
      { name: 'defaultRouteId', label: 'Default route', options: choices?.routes.nodes ?? [], none: 'None' },
    ],
    [
      { name: 'tx', label: 'Transmitters', kind: 'number', value: 0 },
      { name: 'rx', label: 'Receivers', kind: 'number', value: 0 },
      { name: 'trx', label: 'Transceivers', kind: 'number', value: 2, hint: 'Connections at the same time' },
    ],
    [
      { name: 'window', label: 'Window', kind: 'number', value: 100, hint: 'Unanswered submits on a connection' },
      { name: 'perSecond', label: 'Messages a second', kind: 'number', hint: 'Empty: as many as it can' },
    ],
    { name: 'allowedIps', label: 'Allowed addresses', kind: 'list', hint: 'IP addresses and CIDR ranges; empty: any' },
    [
      { name: 'maxPrice', label: 'Highest price', kind: 'money', hint: 'Of a message' },
      { name: 'isMaxPriceEnabled', label: 'Enforced', kind: 'flag', value: false, options: YES_NO },
      { name: 'minMargin', label: 'Least profit', kind: 'money', hint: 'Of a message' },
    ],
    { name: 'pricingUpdateEmail', label: 'Price lists to', kind: 'email' },
    {
      name: 'callbackUrl',
      label: 'Callback URL',
      hint: 'Receipts and replies are posted there; empty: SMPP. Create its secret on the endpoint’s page.',
    },
    { name: 'isSendingAllowed', label: 'May send', kind: 'flag', value: true, options: YES_NO },
  ];
}

const CREDENTIALS: FieldList = [
  [
    { name: 'username', label: 'Username', hint: 'At most 15 characters where the seller uses SMPP' },
    { name: 'password', label: 'Password', kind: 'password', hint: 'At most 8 characters where the seller uses SMPP' },
  ],
];

export function Endpoints() {
  const choices = useData(gql.HubChoicesDocument, {}).data;
  return (
    <>
      <div className="actions">
        <FormButton
          text="New endpoint"
          className="main"
          document={gql.CreateHubEndpointDocument}
          fields={[...CREDENTIALS, ...fieldsOf(choices)]}
        />
      </div>
      <List
        document={gql.HubEndpointsDocument}
        noun="endpoint"
        filters={[
          { name: 'username', label: 'Username' },
          { name: 'clientCompanyId', label: 'Company', of: choices?.clientCompanies.nodes ?? [] },
        ]}
        columns={[
          {
            header: 'Endpoint',
            cell: ({ id, name, username }) => <Link to={`/hub/${id}`} className="title" text={name ?? username} />,
          },
          { header: 'Company', cell: ({ clientCompany }) => clientCompany?.name },
          { header: 'Routing plan', cell: ({ routingPlan }) => routingPlan?.name },
          { header: 'Connections', cell: (row) => bindsOf(row.activeConnections, row) },
          { header: 'Addresses', cell: ({ allowedIps }) => allowedIps.join(', ') || 'Any' },
          {
            header: 'May send',
            cell: ({ isSendingAllowed }) => (isSendingAllowed ? 'Yes' : <Badge value="stopped" />),
          },
        ]}
      >
        <p>An endpoint is what a seller signs in with, over SMPP or HTTP.</p>
      </List>
    </>
  );
}

const DELETED = 'The seller can no longer sign in. Its messages stay.';

export function EndpointPage({ id }: { id: string }) {
  const choices = useData(gql.HubChoicesDocument, {}).data;
  return (
    <Answer of={useData(gql.HubEndpointDocument, { id })}>
      {({ sellerEndpoint: endpoint }) => (
        <Page
          title={endpoint.name ?? endpoint.username}
          state={!endpoint.isSendingAllowed && <Badge value="stopped" title="It may not send" />}
          back={['/hub?tab=endpoints', 'Endpoints']}
          actions={
            <>
              <FormButton
                text="New password"
                title={`New password for ${endpoint.username}`}
                document={gql.RotateHubEndpointDocument}
                given={{ id }}
                fields={[{ name: 'username', label: 'Username', isOptional: true, hint: 'Empty: the same' }]}
                button="Replace"
                secretOf={({ rotateSellerEndpointCredentials }) => rotateSellerEndpointCredentials.password}
                secretNote="Connections signed in with the former password are closed. You won't see it again."
              />
              <FormButton
                text="New callback secret"
                document={gql.RotateHubCallbackSecretDocument}
                given={{ id }}
                fields={[
                  {
                    name: 'overlapHours',
                    label: 'Hours in which the previous secret signs, too',
                    kind: 'number',
                    value: 24,
                  },
                ]}
                button="Create"
                secretOf={({ rotateSellerEndpointCallbackSecret }) => rotateSellerEndpointCallbackSecret.secret}
                secretNote="Callbacks are signed with it from now on. You won't see it again."
              />
              <FormButton
                text="Edit"
                title="Change the endpoint"
                document={gql.UpdateHubEndpointDocument}
                given={{ id }}
                of={endpoint}
                fields={fieldsOf(choices)}
                button="Save"
              />
              <Opens text="Delete" title={`Delete ${endpoint.username}?`} of={gql.DeleteHubEndpointDocument}>
                {confirms({
                  document: gql.DeleteHubEndpointDocument,
                  variables: { id },
                  text: DELETED,
                  onDone: () => go('/hub?tab=endpoints'),
                })}
              </Opens>
            </>
          }
        >
          <Card title="Settings">
            <Facts
              of={[
                ['Username', endpoint.username],
                ['Company', endpoint.clientCompany?.name],
                ['Routing plan', endpoint.routingPlan?.name],
                ['Default route', endpoint.defaultRoute?.name],
                ['Connections', bindsOf(endpoint.activeConnections, endpoint)],
                ['Window', endpoint.window],
                ['Messages a second', endpoint.perSecond ?? 'As many as it can'],
                ['Allowed addresses', endpoint.allowedIps.join(', ') || 'Any'],
                ['Highest price', endpoint.isMaxPriceEnabled ? endpoint.maxPrice : 'Not enforced'],
                ['Least profit', endpoint.minMargin],
                ['Price lists to', endpoint.pricingUpdateEmail],
                ['Callback URL', endpoint.callbackUrl],
                ['Callback failure', endpoint.callbackFailure],
              ]}
            />
          </Card>
          <Card title="Open connections">
            <Grid
              label="Open connections"
              rows={endpoint.connections.nodes}
              empty="Not connected."
              columns={[
                { header: 'Kind', cell: ({ kind }) => words(kind) },
                { header: 'Address', cell: ({ address }) => address },
                { header: 'Since', cell: ({ boundAt }) => <time title={moment(boundAt)}>{since(boundAt)}</time> },
                { header: 'Process', cell: ({ process }) => process },
              ]}
            />
          </Card>
          <Card title="Last messages" actions={<Link to={`/hub?sellerEndpointId=${id}`} text="All its messages" />}>
            <Grid
              label="Last messages"
              rows={endpoint.messages.nodes.map(messageRow)}
              empty="It has submitted no message yet."
              columns={messageColumns}
            />
          </Card>
        </Page>
      )}
    </Answer>
  );
}

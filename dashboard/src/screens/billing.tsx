import { useMemo, useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { amount, Link, rounded, useData, words } from '../lib/index.ts';
import { type FieldList, FormButton, List, Records, YES_NO } from '../ui/controls.ts';
import { Answer, Badge, Card, Figures, Page, Plot, When } from '../ui/parts.tsx';

const FIELDS: FieldList = [
  { name: 'name', label: 'Name' },
  { name: 'lowBalance', label: 'Low below', kind: 'money', hint: 'Empty: nobody is warned.' },
  { name: 'isBalanceManaged', label: 'Balance kept here', kind: 'flag', options: YES_NO, value: true },
];

export const Billing = () => (
  <Page title="Billing" lead="Balances that pay for messages and calls. A route or voice account charges one of them.">
    <Records
      document={gql.IntegrationsDocument}
      noun="balance"
      nameOf={({ name }) => name}
      create={gql.CreateIntegrationDocument}
      update={gql.UpdateIntegrationDocument}
      remove={gql.DeleteIntegrationDocument}
      fields={FIELDS}
      filters={[{ name: 'name', label: 'Name' }]}
      actions={({ id, isBalanceManaged }) => isBalanceManaged && <TopUp id={id} />}
      columns={[
        {
          header: 'Balance',
          cell: ({ id, name, isBalanceLow }) => (
            <>
              <Link to={`/billing/${id}`} className="title" text={name} /> {isBalanceLow && <Badge value="low" />}
            </>
          ),
        },
        {
          header: 'Left',
          isNumber: true,
          cell: ({ balance, isBalanceManaged }) => (isBalanceManaged ? amount(balance) : 'not kept'),
        },
        { header: 'Low below', isNumber: true, cell: ({ lowBalance }) => amount(lowBalance) },
        { header: 'Changed', cell: ({ updatedAt }) => <When at={updatedAt} /> },
      ]}
    >
      <p>Without one, messages are not charged here.</p>
    </Records>
  </Page>
);

/** The same form adds the amount once, however often it is sent. */
function TopUp({ id: integrationId }: { id: string }) {
  const [requestId, renew] = useState(() => crypto.randomUUID());
  return (
    <FormButton
      text="Top up"
      document={gql.TopUpDocument}
      fixed={{ integrationId, requestId }}
      fields={[
        { name: 'amount', label: 'Amount', kind: 'money' },
        { name: 'reason', label: 'Where it comes from', hint: 'Such as an invoice’s number.' },
      ]}
      button="Add"
      onDone={() => renew(crypto.randomUUID())}
    />
  );
}

export const BalancePage = ({ id }: { id: string }) => (
  <Answer of={useData(gql.IntegrationDocument, { id })}>
    {({ integration: { name, balance, lowBalance, isBalanceLow, isBalanceManaged, balanceByDay } }) => (
      <Page
        back={['/billing', 'Billing']}
        title={name}
        state={isBalanceLow && <Badge value="low" />}
        actions={isBalanceManaged && <TopUp id={id} />}
      >
        <Figures
          of={[
            ['Left', rounded(balance), lowBalance && `low below ${rounded(lowBalance)}`],
            ['Charged in 30 days', rounded(sum(balanceByDay.map(({ charged }) => charged)))],
            ['Topped up in 30 days', rounded(sum(balanceByDay.map(({ toppedUp }) => toppedUp)))],
          ]}
        />
        <Card title="Balance over 30 days">
          <Days of={balanceByDay} />
        </Card>
        <List
          document={gql.LedgerDocument}
          noun="entry"
          variables={{ filter: { integrationId: id } }}
          filters={[{ name: 'kind', label: 'Kind', of: Object.values(gql.LedgerKind), read: (kind) => [kind] }]}
          columns={[
            { header: 'When', cell: ({ createdAt }) => <When at={createdAt} /> },
            { header: 'What', cell: ({ kind }) => words(kind) },
            { header: 'Amount', isNumber: true, cell: (entry) => amount(entry.amount) },
            { header: 'Balance after', isNumber: true, cell: ({ balanceAfter }) => amount(balanceAfter) },
            { header: 'Reason', cell: ({ reason }) => reason },
          ]}
        />
      </Page>
    )}
  </Answer>
);

const sum = (values: readonly string[]) => values.reduce((total, value) => total + Number(value), 0);

function Days({ of }: { of: readonly { date: string; balance: string }[] }) {
  const data = useMemo(
    () => ({
      at: of.map(({ date }) => Date.parse(date) / 1_000),
      series: [{ name: 'Balance', values: of.map(({ balance }) => Number(balance)) }],
    }),
    [of],
  );
  return <Plot {...data} label="Balance over 30 days" height={200} />;
}

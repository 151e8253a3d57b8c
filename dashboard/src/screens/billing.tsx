import { useMemo, useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { amount, Link, newId, rounded, useData, words } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { billing as t } from '../texts/more.ts';
import { type FieldList, FormButton, List, Records, YES_NO } from '../ui/controls.ts';
import { Answer, Badge, Card, Figures, Page, Plot, When } from '../ui/parts.tsx';

const FIELDS: FieldList = [
  { name: 'name', label: general.name },
  { name: 'lowBalance', label: t.lowBelow, kind: 'money', hint: t.emptyNobody },
  { name: 'isBalanceManaged', label: t.balanceKeptHere, kind: 'flag', options: YES_NO, value: true },
];

export const Billing = () => (
  <Page title={general.billing} lead={t.balancesThatPay}>
    <Records
      document={gql.IntegrationsDocument}
      noun="balance"
      nameOf={({ name }) => name}
      create={gql.CreateIntegrationDocument}
      update={gql.UpdateIntegrationDocument}
      remove={gql.DeleteIntegrationDocument}
      fields={FIELDS}
      filters={[{ name: 'name', label: general.name }]}
      actions={({ id, isBalanceManaged }) => isBalanceManaged && <TopUp id={id} />}
      columns={[
        {
          header: general.balance,
          cell: ({ id, name, isBalanceLow }) => (
            <>
              <Link to={`/billing/${id}`} className="title" text={name} /> {isBalanceLow && <Badge value="low" />}
            </>
          ),
        },
        {
          header: t.left,
          isNumber: true,
          cell: ({ balance, isBalanceManaged }) => (isBalanceManaged ? amount(balance) : t.notKept),
        },
        { header: t.lowBelow, isNumber: true, cell: ({ lowBalance }) => amount(lowBalance) },
        { header: general.changed, cell: ({ updatedAt }) => <When at={updatedAt} /> },
      ]}
    >
      <p>{t.withoutOneMessages}</p>
    </Records>
  </Page>
);

/** The same form adds the amount once, however often it is sent. */
function TopUp({ id: integrationId }: { id: string }) {
  const [requestId, renew] = useState(newId);
  return (
    <FormButton
      text={general.topUp}
      document={gql.TopUpDocument}
      fixed={{ integrationId, requestId }}
      fields={[
        { name: 'amount', label: general.amount, kind: 'money' },
        { name: 'reason', label: t.whereItComesFrom, hint: t.suchAsAnInvoices },
      ]}
      button={general.add}
      onDone={() => renew(newId())}
    />
  );
}

export const BalancePage = ({ id }: { id: string }) => (
  <Answer of={useData(gql.IntegrationDocument, { id })}>
    {({ integration: { name, balance, lowBalance, isBalanceLow, isBalanceManaged, balanceByDay } }) => (
      <Page
        back={['/billing', general.billing]}
        title={name}
        state={isBalanceLow && <Badge value="low" />}
        actions={isBalanceManaged && <TopUp id={id} />}
      >
        <Figures
          of={[
            [t.left, rounded(balance), lowBalance && t.lowBelowNamed(rounded(lowBalance))],
            [t.chargedIn30Days, rounded(sum(balanceByDay.map(({ charged }) => charged))), t.refundsAre],
            [t.toppedUpIn30, rounded(sum(balanceByDay.map(({ toppedUp }) => toppedUp)))],
          ]}
        />
        <Card title={t.balanceOver30Days}>
          <Days of={balanceByDay} />
        </Card>
        <List
          document={gql.LedgerDocument}
          noun="entry"
          variables={{ filter: { integrationId: id } }}
          filters={[{ name: 'kind', label: general.kind, of: Object.values(gql.LedgerKind), read: (kind) => [kind] }]}
          columns={[
            { header: general.when, cell: ({ createdAt }) => <When at={createdAt} /> },
            { header: general.what, cell: ({ kind }) => words(kind) },
            { header: general.amount, isNumber: true, cell: (entry) => amount(entry.amount) },
            { header: t.balanceAfter, isNumber: true, cell: ({ balanceAfter }) => amount(balanceAfter) },
            { header: general.reason, cell: (entry) => <Reason {...entry} /> },
          ]}
        />
      </Page>
    )}
  </Answer>
);

function Reason({ reason, call, smsSend }: gql.LedgerQuery['list']['nodes'][number]) {
  const path = call ? `/calls/${call.id}` : smsSend?.smsCampaign && `/campaigns/${smsSend.smsCampaign.id}`;
  return path ? <Link to={path} text={reason ?? general.reason} /> : reason;
}

const sum = (values: readonly string[]) => values.reduce((total, value) => total + Number(value), 0);

function Days({ of }: { of: readonly { date: string; balance: string }[] }) {
  const data = useMemo(
    () => ({
      at: of.map(({ date }) => Date.parse(`${date}T00:00`) / 1_000),
      series: [{ name: general.balance, values: of.map(({ balance }) => Number(balance)) }],
    }),
    [of],
  );
  return <Plot {...data} label={t.balanceOver30Days} height={200} />;
}

import * as gql from '../../gql/graphql.ts';
import { among, amount, count, download, Link, useData } from '../../lib/index.ts';
import { general } from '../../texts/first.ts';
import { hub as t } from '../../texts/more.ts';
import { Button, type FieldList, Records } from '../../ui/controls.ts';
import { Both } from '../../ui/parts.tsx';

const fieldsOf = (choices: gql.HubChoicesQuery | undefined): FieldList => [
  { name: 'name', label: general.name },
  {
    ...{ name: 'integrationId', label: general.balance, hint: t.itsMessages, none: t.nothingIsCharged },
    ...{ ...among('integrations', choices) },
  },
];

export function Companies() {
  const fields = fieldsOf(useData(gql.HubChoicesDocument, {}).data);
  return (
    <Records
      document={gql.HubCompaniesDocument}
      noun="company"
      nameOf={({ name }) => name}
      create={gql.CreateHubCompanyDocument}
      update={gql.UpdateHubCompanyDocument}
      remove={gql.DeleteHubCompanyDocument}
      removed={t.itsEndpoints}
      fields={fields}
      filters={[{ name: 'name', label: general.name }]}
      actions={({ id, name, priceListUrl }) => (
        <>
          <Link to={`/hub?clientCompanyId=${id}`} text={general.messages} />
          <Button text={t.priceList} act={() => download(priceListUrl, t.pricesCsv(name))} />
        </>
      )}
      columns={[
        { header: general.company, cell: ({ name }) => <strong>{name}</strong> },
        {
          header: general.endpoints,
          isNumber: true,
          cell: ({ id, sellerEndpoints }) => (
            <Link to={`/hub?tab=endpoints&clientCompanyId=${id}`} text={count(sellerEndpoints.totalCount)} />
          ),
        },
        {
          header: general.balance,
          isNumber: true,
          cell: ({ integration }) =>
            integration && <Both first={amount(integration.balance)} more={integration.name} />,
        },
        { header: general.profitRules, isNumber: true, cell: ({ profitRules }) => count(profitRules.totalCount) },
      ]}
    />
  );
}

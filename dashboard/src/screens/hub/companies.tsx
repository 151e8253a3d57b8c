import * as gql from '../../gql/graphql.ts';
import { amount, count, download, Link, useData } from '../../lib/index.ts';
import { general } from '../../texts/first.ts';
import { hub as t } from '../../texts/more.ts';
import { Button, confirms, type FieldList, FormButton, List, Opens } from '../../ui/controls.ts';
import { Both } from '../../ui/parts.tsx';

const fieldsOf = (choices: gql.HubChoicesQuery | undefined): FieldList => [
  { name: 'name', label: general.name },
  {
    ...{ name: 'integrationId', label: general.balance, hint: t.itsMessages, none: t.nothingIsCharged },
    options: choices?.integrations.nodes ?? [],
  },
];
const DELETED = t.itsEndpoints;

export function Companies() {
  const fields = fieldsOf(useData(gql.HubChoicesDocument, {}).data);
  return (
    <>
      <div className="actions">
        <FormButton text={t.newCompany} className="main" document={gql.CreateHubCompanyDocument} fields={fields} />
      </div>
      <List
        document={gql.HubCompaniesDocument}
        noun="company"
        filters={[{ name: 'name', label: general.name }]}
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
          {
            cell: (company) => (
              <span className="actions">
                <Link to={`/hub?clientCompanyId=${company.id}`} text={general.messages} />
                <Button text={t.priceList} act={() => download(company.priceListUrl, t.pricesCsv(company.name))} />
                <FormButton
                  text={general.edit}
                  title={company.name}
                  document={gql.UpdateHubCompanyDocument}
                  given={{ id: company.id }}
                  of={company}
                  fields={fields}
                  button={general.save}
                />
                <Opens
                  text={general.delete}
                  title={general.deleteNamed(company.name)}
                  of={gql.DeleteHubCompanyDocument}
                >
                  {confirms({ document: gql.DeleteHubCompanyDocument, variables: { id: company.id }, text: DELETED })}
                </Opens>
              </span>
            ),
          },
        ]}
      />
    </>
  );
}

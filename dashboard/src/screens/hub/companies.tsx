import * as gql from '../../gql/graphql.ts';
import { amount, count, download, Link, useData } from '../../lib/index.ts';
import { Button, confirms, type FieldList, FormButton, List, Opens } from '../../ui/controls.ts';
import { Both } from '../../ui/parts.tsx';

const fieldsOf = (choices: gql.HubChoicesQuery | undefined): FieldList => [
  { name: 'name', label: 'Name' },
  {
    ...{ name: 'integrationId', label: 'Balance', hint: 'Its messages are charged to it', none: 'Nothing is charged' },
    options: choices?.integrations.nodes ?? [],
  },
];
const DELETED = 'Its endpoints and profit rules must be deleted first. Its messages stay.';

export function Companies() {
  const fields = fieldsOf(useData(gql.HubChoicesDocument, {}).data);
  return (
    <>
      <div className="actions">
        <FormButton text="New company" className="main" document={gql.CreateHubCompanyDocument} fields={fields} />
      </div>
      <List
        document={gql.HubCompaniesDocument}
        noun="company"
        filters={[{ name: 'name', label: 'Name' }]}
        columns={[
          { header: 'Company', cell: ({ name }) => <strong>{name}</strong> },
          {
            header: 'Endpoints',
            isNumber: true,
            cell: ({ id, sellerEndpoints }) => (
              <Link to={`/hub?tab=endpoints&clientCompanyId=${id}`} text={count(sellerEndpoints.totalCount)} />
            ),
          },
          {
            header: 'Balance',
            isNumber: true,
            cell: ({ integration }) =>
              integration && <Both first={amount(integration.balance)} more={integration.name} />,
          },
          { header: 'Profit rules', isNumber: true, cell: ({ profitRules }) => count(profitRules.totalCount) },
          {
            cell: (company) => (
              <span className="actions">
                <Link to={`/hub?clientCompanyId=${company.id}`} text="Messages" />
                <Button text="Price list" act={() => download(company.priceListUrl, `${company.name} prices.csv`)} />
                <FormButton
                  text="Edit"
                  title={company.name}
                  document={gql.UpdateHubCompanyDocument}
                  given={{ id: company.id }}
                  of={company}
                  fields={fields}
                  button="Save"
                />
                <Opens text="Delete" title={`Delete ${company.name}?`} of={gql.DeleteHubCompanyDocument}>
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

import * as gql from '../../gql/graphql.ts';
import { count, Link } from '../../lib/index.ts';
import { confirms, type FieldList, FormButton, List, Opens } from '../../ui/controls.ts';

const FIELDS: FieldList = [{ name: 'name', label: 'Name' }];
const DELETED = 'Its endpoints and profit rules must be deleted first. Its messages stay.';

export const Companies = () => (
  <>
    <div className="actions">
      <FormButton text="New company" className="main" document={gql.CreateHubCompanyDocument} fields={FIELDS} />
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
        { header: 'Profit rules', isNumber: true, cell: ({ profitRules }) => count(profitRules.totalCount) },
        {
          cell: (company) => (
            <span className="actions">
              <Link to={`/hub?clientCompanyId=${company.id}`} text="Messages" />
              <FormButton
                text="Edit"
                title={company.name}
                document={gql.UpdateHubCompanyDocument}
                given={{ id: company.id }}
                of={company}
                fields={FIELDS}
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

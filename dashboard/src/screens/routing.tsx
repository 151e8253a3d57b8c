import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../gql/index.ts';
import { useChange, useData } from '../lib/client.ts';
import { decimal, moment, named, plural } from '../lib/format.ts';
import { Button, Choices, FormButton, Opens } from '../ui/dialog.tsx';
import { type FieldList, Message, MutationForm, type Options } from '../ui/form.tsx';
import { Grid } from '../ui/grid.tsx';
import { List } from '../ui/list.tsx';
import { Answer, Card, Page, Tabs } from '../ui/parts.tsx';

const Query = graphql(`
  query RoutingPlans {
    routingPlans(first: 50) {
      nodes {
        id name smsCampaignsCount defaultRoute { id name }
        rules(first: 100) { id country { id name } network { id operator mcc mnc } route { id name } }
      }
    }
    routes(first: 100) { nodes { id name } } countries { id name }
  }
`);
const CreatePlan = graphql(`
  mutation CreateRoutingPlan($input: CreateRoutingPlanInput!) { createRoutingPlan(input: $input) { id } }
`);
const CreateRule = graphql(`
  mutation CreateRoutingRule($plan: ID!, $input: CreateRoutingPlanRuleInput!) {
    createRoutingPlanRule(routingPlanId: $plan, input: $input) { id }
  }
`);
const DeleteRule = graphql(`
  mutation DeleteRoutingRule($id: ID!) { deleteRoutingPlanRule(id: $id) { id } }
`);
const Reorder = graphql(`
  mutation ReorderRoutingRules($plan: ID!, $input: ReorderRoutingPlanRulesInput!) {
    reorderRoutingPlanRules(routingPlanId: $plan, input: $input) { id }
  }
`);
const ProfitQuery = graphql(`
  query ProfitRules($first: Int, $after: String, $last: Int, $before: String) {
    list: sellerProfitLogicRules(first: $first, after: $after, last: $last, before: $before) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      nodes {
        id marginType currentProfit upcomingProfit oldProfit appliedAt country { id name } network { id operator }
        networkBrand { id name } clientCompany { id name }
      }
    }
  }
`);
const ProfitParts = graphql(`
  query ProfitParts { countries { id name } clientCompanies(first: 100) { nodes { id name } } }
`);
const CreateProfit = graphql(`
  mutation CreateProfitRule($input: CreateSellerProfitLogicRuleInput!) {
    createSellerProfitLogicRule(input: $input) { id }
  }
`);
const UpdateProfit = graphql(`
  mutation UpdateProfitRule($id: ID!, $input: UpdateSellerProfitLogicRuleInput!) {
    updateSellerProfitLogicRule(id: $id, input: $input) { id }
  }
`);
const DeleteProfit = graphql(`
  mutation DeleteProfitRule($id: ID!) { deleteSellerProfitLogicRule(id: $id) { id } }
`);

type Plan = ResultOf<typeof Query>['routingPlans']['nodes'][number];
type ProfitRule = ResultOf<typeof ProfitQuery>['list']['nodes'][number];

export const Routing = () => (
  <Page title="Routing">
    <Tabs of={{ plans: ['Plans', () => <Plans />], profit: ['Profit rules', () => <ProfitRules />] }} />
  </Page>
);

const Plans = () => (
  <Answer of={useData(Query, {})}>
    {({ routingPlans, routes, countries }) => (
      <>
        <div className="actions">
          <FormButton
            text="New plan"
            className="main"
            document={CreatePlan}
            fields={[
              { name: 'name', label: 'Name' },
              { name: 'defaultRouteId', label: 'Default route', options: [['', 'None'], ...named(routes.nodes)] },
            ]}
          />
        </div>
        {routingPlans.nodes.length === 0 && (
          <p>A plan says which route a message takes: the first rule that fits, else its default.</p>
        )}
        {routingPlans.nodes.map((plan) => (
          <PlanCard key={plan.id} plan={plan} routes={named(routes.nodes)} countries={named(countries)} />
        ))}
      </>
    )}
  </Answer>
);

function PlanCard({ plan, routes, countries }: { plan: Plan; routes: Options; countries: Options }) {
  const remove = useChange(DeleteRule);
  const reorder = useChange(Reorder);
  const { rules } = plan;
  function move(from: number, to: number) {
    const ruleIds = rules.map(({ id }) => id);
    ruleIds.splice(to, 0, ...ruleIds.splice(from, 1));
    return reorder.change({ plan: plan.id, input: { ruleIds } });
  }
  const fields: FieldList = [
    { name: 'countryId', label: 'Country', kind: 'number', options: [['', 'Any'], ...countries] },
    { name: 'networkId', label: 'Network', kind: 'number', hint: 'Its id; empty: any' },
    { name: 'routeId', label: 'Route', options: routes },
  ];
  return (
    <Card
      title={plan.name}
      actions={
        <span className="actions">
          <small>
            Else {plan.defaultRoute?.name ?? 'skipped'} · {plural(plan.smsCampaignsCount, 'campaign')}
          </small>
          <FormButton
            text="New rule"
            title={`New rule of ${plan.name}`}
            document={CreateRule}
            given={{ plan: plan.id }}
            fields={fields}
          />
        </span>
      }
    >
      <Message text={remove.message ?? reorder.message} />
      <Grid
        label={`Rules of ${plan.name}`}
        rows={rules}
        idOf={({ id }) => id}
        empty="No rules: everything takes the default route."
        columns={[
          { header: 'Country', cell: ({ country }) => country?.name ?? 'Any' },
          {
            header: 'Network',
            cell: ({ network }) => (network ? `${network.operator ?? ''} ${network.mcc}-${network.mnc}` : 'Any'),
          },
          { header: 'Route', cell: ({ route }) => route?.name ?? '–' },
          {
            cell: (rule) => {
              const at = rules.indexOf(rule);
              const name = rule.network?.operator ?? rule.country?.name ?? 'everywhere';
              return (
                <span className="actions">
                  <Button text="↑" label={`Up: ${name}`} disabled={at === 0} act={() => move(at, at - 1)} />
                  <Button
                    text="↓"
                    label={`Down: ${name}`}
                    disabled={rule === rules.at(-1)}
                    act={() => move(at, at + 1)}
                  />
                  <Button text="×" label={`Delete: ${name}`} act={() => remove.change({ id: rule.id })} />
                </span>
              );
            },
          },
        ]}
      />
    </Card>
  );
}

const amount = (value: string | null | undefined, { marginType }: ProfitRule) =>
  value == null ? '–' : `${decimal(value)}${marginType === 'percentage' ? '\u00a0%' : ''}`;

const DELETED = 'Traffic that it was for takes the next rule that fits.';

const ProfitRules = () => (
  <>
    <div className="actions">
      <Opens text="New rule" className="main">
        {(close) => <ProfitForm onDone={close} />}
      </Opens>
    </div>
    <List
      document={ProfitQuery}
      noun="rule"
      columns={[
        { header: 'Company', cell: ({ clientCompany }) => clientCompany?.name ?? 'Any' },
        { header: 'Country', cell: ({ country }) => country?.name ?? 'Any' },
        { header: 'Network', cell: ({ network, networkBrand }) => network?.operator ?? networkBrand?.name ?? 'Any' },
        { header: 'Profit now', isNumber: true, cell: (rule) => amount(rule.currentProfit, rule) },
        { header: 'Upcoming', isNumber: true, cell: (rule) => amount(rule.upcomingProfit, rule) },
        { header: 'From', cell: ({ appliedAt }) => moment(appliedAt) },
        { header: 'Before', isNumber: true, cell: (rule) => amount(rule.oldProfit, rule) },
        {
          cell: (rule) => (
            <Choices
              label={`Actions for ${rule.clientCompany?.name ?? 'any company'}, ${rule.country?.name ?? 'any country'}`}
              choices={[
                {
                  text: 'Change …',
                  title: 'Change the rule',
                  opens: (close) => <ProfitForm rule={rule} onDone={close} />,
                },
                {
                  text: 'Delete …',
                  title: 'Delete the rule?',
                  confirm: { document: DeleteProfit, variables: { id: rule.id }, text: DELETED },
                },
              ]}
            />
          ),
        },
      ]}
    />
  </>
);

const ProfitForm = ({ rule, onDone }: { rule?: ProfitRule; onDone: () => void }) => (
  <Answer of={useData(ProfitParts, {})}>
    {({ countries, clientCompanies }) => (
      <MutationForm
        document={rule ? UpdateProfit : CreateProfit}
        given={rule && { id: rule.id }}
        of={rule && { ...rule, clientCompanyId: rule.clientCompany?.id, countryId: rule.country?.id }}
        button={rule ? 'Save' : 'Create'}
        onDone={onDone}
        fields={[
          [
            { name: 'clientCompanyId', label: 'Company', options: [['', 'Any'], ...named(clientCompanies.nodes)] },
            { name: 'countryId', label: 'Country', kind: 'number', options: [['', 'Any'], ...named(countries)] },
          ],
          [
            { name: 'currentProfit', label: 'Profit', kind: 'decimal' },
            {
              name: 'marginType',
              label: 'is',
              options: [
                ['percentage', 'Percent'],
                ['fixed', 'A fixed amount'],
              ],
            },
          ],
          [
            { name: 'upcomingProfit', label: 'Upcoming profit', kind: 'decimal' },
            { name: 'appliedAt', label: 'from', kind: 'moment' },
          ],
        ]}
      />
    )}
  </Answer>
);

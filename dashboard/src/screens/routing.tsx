import * as gql from '../gql/graphql.ts';
import { amount, percent, plural, useChange, useData } from '../lib/index.ts';
import { Button, confirms, type FieldList, FormButton, Grid, List, Message, Opens } from '../ui/controls.ts';
import { Answer, Both, Card, Page, Tabs, When } from '../ui/parts.tsx';

export const Routing = () => (
  <Page title="Routing">
    <Tabs of={{ plans: ['Plans', () => <Plans />], profit: ['Profit rules', () => <ProfitRules />] }} />
  </Page>
);

const planOf = ({ routes }: gql.RoutingPlansQuery): FieldList => [
  { name: 'name', label: 'Name' },
  { name: 'defaultRouteId', label: 'Default route', options: routes.nodes, none: 'None' },
];

const Plans = () => (
  <Answer of={useData(gql.RoutingPlansDocument, {})}>
    {(data) => (
      <>
        <div className="actions">
          <FormButton text="New plan" className="main" document={gql.CreateRoutingPlanDocument} fields={planOf(data)} />
        </div>
        {data.routingPlans.nodes.length === 0 && (
          <p>A plan says which route a message takes: the first rule that fits, else its default.</p>
        )}
        {data.routingPlans.nodes.map((plan) => (
          <Plan key={plan.id} of={plan} data={data} />
        ))}
      </>
    )}
  </Answer>
);

const CHOICES = [
  ['false', 'By weight'],
  ['true', 'The cheapest'],
] as const;

const routesOf = ({ candidates, byPrice }: PlanProps['of']['rules']['nodes'][number]) =>
  candidates.length === 1
    ? candidates[0]!.route?.name
    : candidates.map(({ routeId, route, priority, weight }) => (
        <Both
          key={routeId}
          first={route?.name}
          more={`Priority ${priority}, ${byPrice ? 'the cheapest' : `weight ${weight}`}`}
        />
      ));

interface PlanProps {
  of: gql.RoutingPlansQuery['routingPlans']['nodes'][number];
  data: gql.RoutingPlansQuery;
}

function Plan({
  of: {
    id: plan,
    name,
    rules: { nodes: rules },
    defaultRoute,
    smsCampaigns,
  },
  data,
}: PlanProps) {
  const remove = useChange(gql.DeleteRoutingRuleDocument);
  const reorder = useChange(gql.ReorderRoutingRulesDocument);
  function move(from: number, to: number) {
    const ruleIds = rules.map(({ id }) => id);
    ruleIds.splice(to, 0, ...ruleIds.splice(from, 1));
    return reorder.change({ input: { routingPlanId: plan, ruleIds } });
  }
  const fields: FieldList = [
    { name: 'countryId', label: 'Country', options: data.countries, none: 'Any' },
    {
      name: 'networkId',
      label: 'Network',
      hint: 'Country code and three digits of the network, such as 310260. Empty: any.',
    },
    {
      name: 'candidates',
      label: 'Routes',
      at: ['candidates', 'routeId'],
      hint: 'Those of the lowest priority that can be used take the messages, in shares by weight.',
      columns: [
        { name: 'routeId', label: 'Route', options: data.routes.nodes },
        { name: 'priority', label: 'Priority', type: 'number', value: 1 },
        { name: 'weight', label: 'Weight', type: 'number', value: 1 },
      ],
      value: [{ routeId: '', priority: 1, weight: 1 }],
      read: JSON.parse,
      show: JSON.stringify,
    },
    { name: 'byPrice', label: 'Choose', kind: 'flag', options: CHOICES, value: false },
  ];
  const actionsOf = (rule: (typeof rules)[number]) => {
    const at = rules.indexOf(rule);
    const where = rule.network?.operator ?? rule.country?.name ?? 'everywhere';
    return (
      <span className="actions">
        <Button text="↑" label={`Up: ${where}`} disabled={at === 0} act={() => move(at, at - 1)} />
        <Button text="↓" label={`Down: ${where}`} disabled={rule === rules.at(-1)} act={() => move(at, at + 1)} />
        <FormButton
          text="Edit"
          title={`Change the rule of ${name}`}
          document={gql.UpdateRoutingRuleDocument}
          given={{ id: rule.id }}
          of={{
            ...{ countryId: rule.country?.id, networkId: rule.network?.id, byPrice: rule.byPrice },
            candidates: rule.candidates.map(({ routeId, priority, weight }) => ({ routeId, priority, weight })),
          }}
          depth={1}
          fields={fields}
          button="Save"
        />
        <Button text="×" label={`Delete: ${where}`} act={() => remove.change({ id: rule.id })} />
      </span>
    );
  };
  return (
    <Card
      title={name}
      actions={
        <span className="actions">
          <small>{`Else ${defaultRoute?.name ?? 'skipped'} · ${plural(smsCampaigns.totalCount, 'campaign')}`}</small>
          <FormButton
            text="New rule"
            title={`New rule of ${name}`}
            document={gql.CreateRoutingRuleDocument}
            fixed={{ routingPlanId: plan }}
            fields={fields}
          />
          <FormButton
            text="Edit"
            title={`Change ${name}`}
            document={gql.UpdateRoutingPlanDocument}
            given={{ id: plan }}
            of={{ name, defaultRouteId: defaultRoute?.id }}
            depth={1}
            fields={planOf(data)}
            button="Save"
          />
          <Opens text="Delete" title={`Delete ${name}?`} of={gql.DeleteRoutingPlanDocument}>
            {confirms({
              document: gql.DeleteRoutingPlanDocument,
              variables: { id: plan },
              text: 'Campaigns that use it cannot send until they have another.',
            })}
          </Opens>
        </span>
      }
    >
      <Message text={remove.message ?? reorder.message} />
      <Grid
        label={`Rules of ${name}`}
        rows={rules}
        empty="No rules: everything takes the default route."
        columns={[
          { header: 'Country', cell: ({ country }) => country?.name ?? 'Any' },
          { header: 'Network', cell: ({ network: n }) => (n ? `${n.operator ?? ''} ${n.mcc}-${n.mnc}` : 'Any') },
          { header: 'Routes', cell: routesOf },
          { cell: actionsOf },
        ]}
      />
    </Card>
  );
}

type Rule = gql.ProfitRulesQuery['list']['nodes'][number];

const profit = (value: string | null, { marginType }: Rule) =>
  value && (marginType === 'percentage' ? percent(Number(value)) : amount(value));

const profitOf = (rule: Rule) => (
  <span title={rule.oldProfit ? `Before: ${profit(rule.oldProfit, rule)}` : undefined}>
    {profit(rule.currentProfit, rule)}
  </span>
);

const DELETED = 'Traffic that it was for takes the next rule that fits.';

const MARGINS = [
  ['percentage', 'Percent'],
  ['fixed', 'A fixed amount'],
] as const;

export function ProfitRules() {
  const { countries = [], clientCompanies } = useData(gql.ProfitPartsDocument, {}).data ?? {};
  const fields: FieldList = [
    [
      { name: 'clientCompanyId', label: 'Company', options: clientCompanies?.nodes ?? [], none: 'Any' },
      { name: 'countryId', label: 'Country', options: countries, none: 'Any' },
    ],
    [
      { name: 'currentProfit', label: 'Profit', kind: 'decimal' },
      { name: 'marginType', label: 'is', options: MARGINS },
    ],
    [
      { name: 'upcomingProfit', label: 'Upcoming profit', kind: 'decimal' },
      { name: 'appliedAt', label: 'from', kind: 'moment' },
    ],
  ];
  const actionsOf = (rule: Rule) => (
    <span className="actions">
      <FormButton
        text="Edit"
        title="Change the rule"
        document={gql.UpdateProfitRuleDocument}
        given={{ id: rule.id }}
        of={{ ...rule, clientCompanyId: rule.clientCompany?.id, countryId: rule.country?.id }}
        fields={fields}
        button="Save"
      />
      <Opens text="Delete" title="Delete the rule?">
        {confirms({ document: gql.DeleteProfitRuleDocument, variables: { id: rule.id }, text: DELETED })}
      </Opens>
    </span>
  );
  return (
    <>
      <div className="actions">
        <FormButton text="New rule" className="main" document={gql.CreateProfitRuleDocument} fields={fields} />
      </div>
      <List
        document={gql.ProfitRulesDocument}
        noun="rule"
        columns={[
          { header: 'Company', cell: ({ clientCompany }) => clientCompany?.name ?? 'Any' },
          { header: 'Country', cell: ({ country }) => country?.name ?? 'Any' },
          { header: 'Network', cell: ({ network, networkBrand }) => network?.operator ?? networkBrand?.name ?? 'Any' },
          { header: 'Profit', isNumber: true, cell: profitOf },
          { header: 'Upcoming', isNumber: true, cell: (rule) => profit(rule.upcomingProfit, rule) },
          { header: 'From', cell: ({ appliedAt }) => <When at={appliedAt} /> },
          { cell: actionsOf },
        ]}
      />
    </>
  );
}

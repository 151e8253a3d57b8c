import * as gql from '../gql/graphql.ts';
import { among, amount, type FragmentType, percent, plural, read, useChange, useData } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { routing as t } from '../texts/more.ts';
import { Button, confirms, type FieldList, FormButton, Grid, Message, Opens, Records } from '../ui/controls.ts';
import { Answer, Both, Card, Cut, Page, Tabs, When } from '../ui/parts.tsx';

export const Routing = () => (
  <Page title={general.routing}>
    <Tabs of={{ plans: [t.plans, () => <Plans />], profit: [general.profitRules, () => <ProfitRules />] }} />
  </Page>
);

const planOf = (data: gql.RoutingPlansQuery): FieldList => [
  { name: 'name', label: general.name },
  { name: 'defaultRouteId', label: general.defaultRoute, ...among('routes', data), none: general.none },
];

const Plans = () => (
  <Answer of={useData(gql.RoutingPlansDocument, {})}>
    {(data) => (
      <>
        <div className="buttons">
          <FormButton
            text={t.newPlan}
            className="main"
            document={gql.CreateRoutingPlanDocument}
            fields={planOf(data)}
          />
        </div>
        {data.routingPlans.nodes.length === 0 && <p>{t.aPlanSaysWhich}</p>}
        {data.routingPlans.nodes.map((plan) => (
          <WholePlan key={plan.id} of={plan} data={data} page={plan.rules} />
        ))}
        <Cut of={data.routingPlans} />
      </>
    )}
  </Answer>
);

const CHOICES = [
  ['false', t.byWeight],
  ['true', t.theCheapest],
] as const;

type PlanRule = gql.PlanRulesFragment['nodes'][number];
const routesOf = ({ candidates, byPrice }: PlanRule) =>
  candidates.length === 1
    ? candidates[0]!.route?.name
    : candidates.map(({ routeId, route, priority, weight }) => (
        <Both
          key={routeId}
          first={route?.name}
          more={t.priorityIs(priority, byPrice ? t.isCheapest : t.weightNamed(weight))}
        />
      ));

interface PlanProps {
  of: gql.RoutingPlansQuery['routingPlans']['nodes'][number];
  data: gql.RoutingPlansQuery;
  rules?: readonly PlanRule[];
}
type WholeProps = PlanProps & { page: FragmentType<typeof gql.PlanRulesFragmentDoc> };

/** With all its rules, which come by the hundred: they are put in order together. */
function WholePlan({ page, rules: before = [], ...plan }: WholeProps) {
  const { nodes, pageInfo } = read(gql.PlanRulesFragmentDoc, page);
  const rules = [...before, ...nodes];
  const variables = { id: plan.of.id, after: pageInfo.endCursor };
  const more = useData(gql.MoreRulesDocument, variables, !pageInfo.hasNextPage);
  if (!pageInfo.hasNextPage) return <Plan {...plan} rules={rules} />;
  return (
    <Answer of={more}>{({ routingPlan }) => <WholePlan {...plan} rules={rules} page={routingPlan.rules} />}</Answer>
  );
}

function Plan({ of, data, rules = [] }: PlanProps) {
  const { id: plan, name, defaultRoute, smsCampaigns } = of;
  const reorder = useChange(gql.ReorderRoutingRulesDocument);
  function move(from: number, to: number) {
    const ruleIds = rules.map(({ id }) => id);
    ruleIds.splice(to, 0, ...ruleIds.splice(from, 1));
    return reorder.change({ input: { routingPlanId: plan, ruleIds } });
  }
  const fields: FieldList = [
    { name: 'countryId', label: general.country, options: data.countries, none: general.any },
    { name: 'networkId', label: general.network, hint: t.countryCode },
    {
      name: 'candidates',
      label: general.routes,
      at: ['candidates', 'routeId'],
      hint: t.thoseOfTheLowest,
      columns: [
        { name: 'routeId', label: general.route, ...among('routes', data) },
        { name: 'priority', label: t.priority, type: 'number', value: 1 },
        { name: 'weight', label: t.weight, type: 'number', value: 1 },
      ],
      value: [{ routeId: '', priority: 1, weight: 1 }],
      read: JSON.parse,
      show: JSON.stringify,
    },
    { name: 'byPrice', label: general.choose, kind: 'flag', options: CHOICES, value: false },
  ];
  const actionsOf = (rule: (typeof rules)[number]) => {
    const at = rules.indexOf(rule);
    const where = rule.network?.operator ?? rule.country?.name ?? general.any;
    return (
      <span className="actions">
        <Button text="↑" label={t.upNamed(where)} disabled={at === 0} act={() => move(at, at - 1)} />
        <Button text="↓" label={t.downNamed(where)} disabled={rule === rules.at(-1)} act={() => move(at, at + 1)} />
        <FormButton
          text={general.edit}
          title={t.changeTheRule(name)}
          document={gql.UpdateRoutingRuleDocument}
          given={{ id: rule.id }}
          of={{
            ...{ countryId: rule.country?.id, networkId: rule.network?.id, byPrice: rule.byPrice },
            candidates: rule.candidates.map(({ routeId, priority, weight }) => ({ routeId, priority, weight })),
          }}
          depth={1}
          fields={fields}
          button={general.save}
        />
        <Opens text={t.deleteNamed(where)} icon="×" of={gql.DeleteRoutingRuleDocument}>
          {confirms({ document: gql.DeleteRoutingRuleDocument, variables: { id: rule.id }, text: t.trafficThatItWas })}
        </Opens>
      </span>
    );
  };
  return (
    <Card
      title={name}
      actions={
        <span className="actions">
          <small>{`${t.else(defaultRoute?.name ?? t.isSkipped)} · ${plural(smsCampaigns.totalCount, 'campaign')}`}</small>
          <FormButton
            text={t.newRule}
            title={t.newRuleNamed(name)}
            document={gql.CreateRoutingRuleDocument}
            fixed={{ routingPlanId: plan }}
            fields={fields}
          />
          <FormButton
            text={general.edit}
            title={general.changeNamed(name)}
            document={gql.UpdateRoutingPlanDocument}
            given={{ id: plan }}
            of={{ name, defaultRouteId: defaultRoute?.id }}
            depth={1}
            fields={planOf(data)}
            button={general.save}
          />
          <Opens text={general.delete} title={general.deleteNamed(name)} of={gql.DeleteRoutingPlanDocument}>
            {confirms({ document: gql.DeleteRoutingPlanDocument, variables: { id: plan }, text: t.campaignsThatUse })}
          </Opens>
        </span>
      }
    >
      <Message text={reorder.message} />
      <Grid
        label={t.rulesOfNamed(name)}
        rows={rules}
        empty={t.noRulesEverything}
        columns={[
          { header: general.country, cell: ({ country }) => country?.name ?? general.any },
          {
            header: general.network,
            cell: ({ network: n }) => (n ? `${n.operator ?? ''} ${n.mcc}-${n.mnc}` : general.any),
          },
          { header: general.routes, cell: routesOf },
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
  <span title={rule.oldProfit ? t.beforeNamed(profit(rule.oldProfit, rule) ?? '') : undefined}>
    {profit(rule.currentProfit, rule)}
  </span>
);

const MARGINS = [
  ['percentage', t.percent],
  ['fixed', t.aFixedAmount],
] as const;

export function ProfitRules() {
  const parts = useData(gql.ProfitPartsDocument, {}).data;
  const fields: FieldList = [
    [
      { name: 'clientCompanyId', label: general.company, ...among('clientCompanies', parts), none: general.any },
      { name: 'countryId', label: general.country, options: parts?.countries ?? [], none: general.any },
    ],
    [
      { name: 'currentProfit', label: general.profit, kind: 'decimal' },
      { name: 'marginType', label: t.is, options: MARGINS },
    ],
    [
      { name: 'upcomingProfit', label: t.upcomingProfit, kind: 'decimal' },
      { name: 'appliedAt', label: t.from, kind: 'moment' },
    ],
  ];
  return (
    <Records
      document={gql.ProfitRulesDocument}
      noun="rule"
      nameOf={({ clientCompany, country }) => clientCompany?.name ?? country?.name ?? general.any}
      create={gql.CreateProfitRuleDocument}
      update={gql.UpdateProfitRuleDocument}
      remove={gql.DeleteProfitRuleDocument}
      removed={t.trafficThatItWas}
      inputOf={(rule) => ({ ...rule, clientCompanyId: rule.clientCompany?.id, countryId: rule.country?.id })}
      fields={fields}
      columns={[
        { header: general.company, cell: ({ clientCompany }) => clientCompany?.name ?? general.any },
        { header: general.country, cell: ({ country }) => country?.name ?? general.any },
        {
          header: general.network,
          cell: ({ network, networkBrand }) => network?.operator ?? networkBrand?.name ?? general.any,
        },
        { header: general.profit, isNumber: true, cell: profitOf },
        { header: t.upcoming, isNumber: true, cell: (rule) => profit(rule.upcomingProfit, rule) },
        { header: general.from, cell: ({ appliedAt }) => <When at={appliedAt} /> },
      ]}
    />
  );
}

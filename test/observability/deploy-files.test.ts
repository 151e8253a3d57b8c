import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { runOnce } from 'graphile-worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config.ts';
import { graphileTasks, queueOptions } from '../../src/jobs/queue.ts';
import { readSettings } from '../../src/modules/delivery/providers/settings.ts';
import { serveMetrics } from '../../src/observability/metrics-server.ts';
import { CLOSE_MS } from '../../src/process/run-process.ts';
import { tasks } from '../../src/tasks.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { callEvent, createVoiceCampaign, reportOf, START_CALLS, testCallEngine } from '../support/calling.ts';
import { createSmsCampaign, manual, START, testEngine } from '../support/sending.ts';
import { createSendingTeam } from '../support/team.ts';

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

let app: TestApp;
/** Labels by metric, with `_bucket`, `_count` and `_sum` of histograms as metrics of their own, as Prometheus has them. */
let exported: Map<string, Set<string>>;
let families: string[];

beforeAll(async () => {
  app = await createTestApp({ METRICS: '0', LOG_LEVEL: 'silent' });
  const { team, token } = await createSendingTeam(app);
  const sms = await createSmsCampaign(app, team.id, { meta: manual(3) });
  const voice = await createVoiceCampaign(app, team.id, { contacts: 1 });
  await app.graphql(START, { variables: { id: sms.campaignId }, token });
  await app.graphql(START_CALLS, { variables: { id: voice.campaignId }, token });
  await app.graphql('{ smsCampaigns { totalCount } }');
  const soon = new Date(Date.now() + 1_000).toISOString();
  await testEngine(app, soon).run();
  const calling = testCallEngine(app, soon);
  await calling.run();
  await callEvent(app, voice.secret, reportOf(calling.voice.placed[0]!, new Date(), 'customer-busy'));
  await app.pool.query(`SELECT graphile_worker.add_job('prune')`);
  await runOnce(queueOptions(app.services), graphileTasks(app.services, tasks, new AbortController().signal));
  const server = await serveMetrics(app.services.metrics!, '0');
  const text = await (await fetch(server.url)).text();
  await server.close();
  families = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!);
  // Prometheus’s own.
  exported = new Map([['up', new Set()]]);
  for (const [, name, labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? [^ ]+$/gm)) {
    const known = exported.get(name!) ?? new Set();
    for (const [, label] of labels.matchAll(/(\w+)="/g)) known.add(label!);
    exported.set(name!, known);
  }
});
afterAll(() => app.close());

/** What Prometheus adds to every series. */
const ADDED = ['job', 'instance'];

/** What a query gets wrong: its syntax, metrics that do not exist, labels that they do not have. */
function mistakesOf(query: string): string[] {
  const expression = query.replaceAll('$__rate_interval', '5m');
  const metrics: string[] = [];
  const labels: string[] = [];
  const mistakes: string[] = [];
  parser.parse(expression).iterate({
    enter({ type, from, to, node }) {
      const text = expression.slice(from, to);
      if (type.isError) mistakes.push(`syntax at ${from}`);
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector') metrics.push(text);
      if (type.name === 'LabelName') labels.push(text);
    },
  });
  const known = new Set([...ADDED, ...metrics.flatMap((name) => [...(exported.get(name) ?? [])])]);
  if (metrics.length === 0) mistakes.push('no metric');
  mistakes.push(...metrics.filter((name) => !exported.has(name)).map((name) => `no metric ${name}`));
  mistakes.push(...labels.filter((name) => !known.has(name)).map((name) => `no label ${name}`));
  return mistakes;
}

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; action: string };
}
const rules = (): Rule[] => parse(file('deploy/alerts.yaml')).groups.flatMap(({ rules }: { rules: Rule[] }) => rules);

test('every alert asks for metrics and labels that exist, and says what happened and what to do', () => {
  for (const { alert, expr, labels, annotations } of rules()) {
    expect([alert, mistakesOf(expr)]).toEqual([alert, []]);
    expect(['warning', 'critical'], alert).toContain(labels.severity);
    expect(annotations.summary.length * annotations.action.length, alert).toBeGreaterThan(0);
    const kept = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(', ');
    const shown = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, name]) => name!);
    if (kept) expect(kept, alert).toEqual(expect.arrayContaining(shown));
    else expect(ADDED, alert).toEqual(expect.arrayContaining(shown));
  }
  expect(new Set(rules().map(({ alert }) => alert)).size).toBe(rules().length);
});

test('every panel of the dashboard asks for metrics and labels that exist', () => {
  const { panels } = JSON.parse(file('deploy/grafana.json')) as {
    panels: { id: number; title: string; targets?: { expr: string; legendFormat: string }[] }[];
  };
  for (const { title, targets = [] } of panels) {
    for (const { expr, legendFormat } of targets) {
      expect([title, mistakesOf(expr)]).toEqual([title, []]);
      const kept = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(', ') ?? ADDED;
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!);
      expect(kept, title).toEqual(expect.arrayContaining(shown));
    }
  }
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});

test('the check sees a metric, a label and a bracket that are wrong', () => {
  expect(mistakesOf('sum(rate(outbound_message_total[5m]))')).toEqual(['no metric outbound_message_total']);
  expect(mistakesOf('sum by (state) (outbound_queue_depth)')).toEqual(['no label state']);
  expect(mistakesOf('sum(outbound_queue_depth')).not.toEqual([]);
});

test('docs/operations.md has every metric that is exported with its labels, and no other', () => {
  const table = /\| metric \| labels \|[\s\S]*?\n\n/.exec(file('docs/operations.md'))![0];
  const documented = table
    .split('\n')
    .slice(2)
    .filter(Boolean)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, names = '', labels = '']) =>
      [...names.matchAll(/`(\S+)`/g)].map(([, name]) => ({ name: name!, labels })),
    );
  const own = families.filter((name) => name.startsWith('outbound_'));
  expect(
    documented
      .map(({ name }) => name)
      .filter((name) => !name.endsWith('*'))
      .sort(),
  ).toEqual(own.sort());
  const wildcards = documented.flatMap(({ name }) => (name.endsWith('*') ? [name.slice(0, -1)] : []));
  const others = families.filter((name) => !name.startsWith('outbound_'));
  expect(others.filter((name) => !wildcards.some((prefix) => name.startsWith(prefix)))).toEqual([]);
  for (const { name, labels } of documented) {
    const real = exported.get(name) ?? exported.get(`${name}_count`);
    for (const label of real ?? []) expect(labels, name).toContain(`\`${label}\``);
    if (real?.size === 0) expect(labels, name).toBe('');
  }
});

test('what systemd and Compose start is what npm starts', () => {
  const { scripts } = JSON.parse(file('package.json')) as { scripts: Record<string, string> };
  const { services } = parse(file('compose.yaml'), { merge: true }) as {
    services: Record<string, { command?: string[]; profiles?: string[]; healthcheck?: { test: string[] } }>;
  };
  expect(services.hub!.command!.join(' ')).toBe(scripts.hub);
  expect(file('deploy/outbound-hub.service')).toContain(`\nExecStart=/usr/bin/${scripts.hub}\n`);
  expect(file('deploy/outbound.service')).toContain(`\nExecStart=/usr/bin/${scripts.start}\n`);
  expect([services.hub!.profiles, services.hub!.healthcheck]).toEqual([['hub'], services.worker!.healthcheck]);
});

test('a process that stops has the longest time that a provider may take, and systemd and Compose wait for it', () => {
  const longest = 120_000;
  const smpp = { host: 'smsc.example.com', port: 2775, responseTimeoutMs: longest };
  expect(readSettings('smpp', smpp).errors).toBeNull();
  expect(readSettings('smpp', { ...smpp, responseTimeoutMs: longest + 1 }).errors).not.toBeNull();
  expect(CLOSE_MS).toBeGreaterThan(longest);
  const waits = ['outbound', 'outbound-worker', 'outbound-hub'].map((name) =>
    Number(/^TimeoutStopSec=(\d+)$/m.exec(file(`deploy/${name}.service`))![1]),
  );
  const longestDelay = 60_000;
  expect(() => readConfig({ SHUTDOWN_DELAY_MS: String(longestDelay + 1) })).toThrow('SHUTDOWN_DELAY_MS');
  for (const seconds of waits) expect(seconds * 1_000).toBeGreaterThan(CLOSE_MS + longestDelay);
  const { services } = parse(file('compose.yaml'), { merge: true }) as {
    services: Record<string, { environment: Record<string, string>; stop_grace_period: string }>;
  };
  for (const { environment, stop_grace_period } of ['server', 'worker', 'hub'].map((name) => services[name]!)) {
    const delay = Number(environment.SHUTDOWN_DELAY_MS ?? 0);
    expect(Number.parseInt(stop_grace_period, 10) * 1_000).toBeGreaterThan(CLOSE_MS + delay);
  }
});

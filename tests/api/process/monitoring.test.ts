import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { prepareDatabase } from '#tests/support/world/prepared-database.ts';
import { startServerProcess } from '#tests/support/world/server-process.ts';

const samples = join(import.meta.dirname, '../../../docs/monitoring');
const rulesFile = join(samples, 'alerts.yml');

let folder: string;
let exposed: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-monitoring-'));
  await prepareDatabase(join(folder, 'data'));
  const server = await startServerProcess({ DATA_DIR: join(folder, 'data'), PORT: '0' });
  await (await fetch(new URL('/api/rpc/get_all_public_tracks', server.url))).text();
  exposed = await (await fetch(new URL('/metrics', server.url))).text();
  await server.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The labels of each metric that has figures just now; those without any have none. */
function labelsOf(): Map<string, ReadonlySet<string>> {
  const names = [...exposed.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  return new Map(
    names.map(([, name = '']) => {
      const found = [
        ...exposed.matchAll(new RegExp(`^${name}(?:_bucket|_sum|_count)?(?:\\{(.*)\\})? `, 'gm')),
      ];
      const labels = found.flatMap(([, inside = '']) =>
        [...inside.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
      );
      return [name, new Set(labels)];
    }),
  );
}

/** Added by Prometheus itself. */
const ofPrometheus = ['job', 'instance'];

/** What an expression names and this server does not tell. */
function unknownIn(expression: string, known: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const unknown: string[] = [];
  const seen = new Set<string>(ofPrometheus);
  let isWhole = true;
  for (const [, named = '', matchers = ''] of expression.matchAll(/\b(earshot_\w+)(?:\{([^}]*)\})?/g)) {
    const name = known.has(named) ? named : named.replace(/_(?:bucket|sum|count)$/, '');
    const labels = known.get(name);
    if (!labels) unknown.push(named);
    isWhole &&= labels !== undefined && labels.size > 0;
    for (const label of labels ?? []) seen.add(label);
    const asked = [...matchers.matchAll(/(\w+)(?:=|!=|=~|!~)"/g)].map(([, label = '']) => label);
    if (labels && labels.size > 0) {
      unknown.push(...asked.filter((label) => !seen.has(label)).map((label) => `${named}{${label}}`));
    }
  }
  const grouped = [...expression.matchAll(/\bby \(([\w, ]+)\)/g)].flatMap(([, inside = '']) =>
    inside.split(', '),
  );
  return isWhole ? [...unknown, ...grouped.filter((label) => !seen.has(label))] : unknown;
}

interface Rule {
  readonly name: string;
  readonly expression: string;
  readonly lasts: string;
  readonly severity: string;
  readonly summary: string;
}

/** The file keeps to one form, which is less than YAML allows. */
async function readRules(): Promise<Rule[]> {
  const [head = '', ...entries] = (await readFile(rulesFile, 'utf8')).split(/^ {6}- alert: /m);
  expect(head).toMatch(/^groups:\n {2}- name: earshot\n {4}rules:\n$/m);
  return entries.map((entry) => {
    const [, name = '', expression = '', lasts = '', severity = '', summary = ''] =
      /^(\w+)\n {8}expr: (.+)\n {8}for: (\w+)\n {8}labels:\n {10}severity: (\w+)\n {8}annotations:\n {10}summary: "(.+)"\n$/.exec(
        entry,
      ) ?? [];
    return { name, expression, lasts, severity, summary };
  });
}

test('each alert has a unique name, a condition, a time, a severity and a sentence', async () => {
  const rules = await readRules();
  expect(rules.length).toBeGreaterThan(20);
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
  for (const rule of rules) {
    expect(rule).toEqual({
      name: expect.stringMatching(/^Earshot[A-Z]\w+$/),
      expression: expect.stringMatching(/(?: [<>] \d| == 0$|^absent\()/),
      lasts: expect.stringMatching(/^\d+[mhd]$/),
      severity: expect.stringMatching(/^(?:page|ticket)$/),
      summary: expect.stringMatching(/\.$/),
    });
  }
});

test('every metric in the alerts is exported by a server, with its labels', async () => {
  const known = labelsOf();
  const rules = await readRules();
  expect(
    rules.flatMap(({ name, expression }) => unknownIn(expression, known).map((one) => `${name}: ${one}`)),
  ).toEqual([]);
  expect(unknownIn('sum(earshot_not_there{job="x"})', known)).toEqual(['earshot_not_there']);
  expect(unknownIn('sum by (source) (earshot_requests_total{code="500"})', known)).toEqual([
    'earshot_requests_total{code}',
    'source',
  ]);
});

const Dashboard = z.object({
  panels: z.array(
    z.object({
      type: z.enum(['row', 'stat', 'timeseries']),
      title: z.string().min(1),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(z.object({ expr: z.string(), refId: z.string() })).default([]),
    }),
  ),
});

test('every metric on the dashboard is exported by a server, and nearly every exported metric is on it', async () => {
  const known = labelsOf();
  const { panels } = Dashboard.parse(JSON.parse(await readFile(join(samples, 'dashboard.json'), 'utf8')));
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(expressions.flatMap((expression) => unknownIn(expression, known))).toEqual([]);
  for (const { type, targets } of panels) expect(targets.length > 0).toBe(type !== 'row');
  const all = expressions.join('\n');
  expect([...known.keys()].filter((name) => !all.includes(name))).toEqual([]);
});

test('no two panels of the dashboard overlap', async () => {
  const { panels } = Dashboard.parse(JSON.parse(await readFile(join(samples, 'dashboard.json'), 'utf8')));
  const places = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
  );
  expect(new Set(places).size).toBe(places.length);
});

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;

test.skipIf(!hasPromtool)('Prometheus’ promtool accepts the alerts and the metrics', () => {
  const rules = spawnSync('promtool', ['check', 'rules', rulesFile], { encoding: 'utf8' });
  expect(rules).toMatchObject({ status: 0, stdout: expect.stringContaining('SUCCESS') });
  const metrics = spawnSync('promtool', ['check', 'metrics'], { input: exposed, encoding: 'utf8' });
  expect(metrics).toMatchObject({ status: 0, stdout: '' });
});

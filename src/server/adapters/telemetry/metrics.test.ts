import { expect, test } from 'vitest';
import { makeMetrics } from './metrics.ts';

const samples = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('a gauge is read on request, and one that cannot be read has no value instead of 0', async () => {
  const metrics = makeMetrics();
  let depth: number | undefined = 7;
  metrics.gauge('depth', 'How deep.', async () => {
    if (depth === undefined) throw new Error('The database is away.');
    return [{ value: depth }];
  });
  metrics.gauge('broken', 'Throws at once.', () => {
    throw new Error('no');
  });
  let tasks = ['mail', 'audit'];
  const read = () => tasks.map((task) => ({ labels: { task }, value: 1 }));
  metrics.gauge('jobs', 'Jobs by task.', read, ['task']);
  expect(samples(await metrics.text())).toEqual(['depth 7', 'jobs{task="mail"} 1', 'jobs{task="audit"} 1']);
  depth = undefined;
  tasks = ['audit'];
  expect(samples(await metrics.text())).toEqual(['jobs{task="audit"} 1']);
});

test('two applications in one process count separately', async () => {
  const [one, other] = [makeMetrics(), makeMetrics()].map((metrics) => ({
    metrics,
    seen: metrics.counter('seen_total', 'Things seen.', ['what']),
  }));
  one?.seen.inc({ what: 'a "thing"\n' }, 2);
  expect(await one?.metrics.text()).toContain('seen_total{what="a \\"thing\\"\\n"} 2');
  expect(samples((await other?.metrics.text()) ?? '')).toEqual([]);
});

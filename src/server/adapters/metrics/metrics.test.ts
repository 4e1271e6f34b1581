import { expect, test } from 'vitest';
import { makeMetrics } from './metrics.ts';

test('counters, gauges and histograms are told as Prometheus reads them', async () => {
  const metrics = makeMetrics();
  const seen = metrics.counter('seen_total', 'Things seen.');
  seen.add({ what: 'a "thing"\n' });
  seen.add({ what: 'a "thing"\n' }, 2);
  metrics.gauge('depth', 'How deep.', async () => [{ value: 7 }]);
  metrics.gauge('broken', 'Cannot be read.', () => Promise.reject(new Error('no')));
  const took = metrics.histogram('took_seconds', 'How long.', [0.1, 1]);
  for (const value of [0.1, 0.5, 3]) took.observe({ call: 'a' }, value);
  expect(await metrics.text()).toBe(
    [
      '# HELP seen_total Things seen.',
      '# TYPE seen_total counter',
      'seen_total{what="a \\"thing\\"\\n"} 3',
      '# HELP depth How deep.',
      '# TYPE depth gauge',
      'depth 7',
      '# HELP took_seconds How long.',
      '# TYPE took_seconds histogram',
      'took_seconds_bucket{call="a",le="0.1"} 1',
      'took_seconds_bucket{call="a",le="1"} 2',
      'took_seconds_bucket{call="a",le="+Inf"} 3',
      'took_seconds_sum{call="a"} 3.6',
      'took_seconds_count{call="a"} 3',
      '',
    ].join('\n'),
  );
});

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { sharedRead } from '../../foundation/work-queue.ts';
import type { PlaceFigures } from '../database/connections/connection-lease.ts';
import { freeSpace } from '../storage/object-storage.ts';

/** The current values of a gauge, one per combination of labels. */
type Reading<Label extends string> = readonly {
  readonly labels?: Readonly<Record<Label, string>>;
  readonly value: number;
}[];

/** Metrics of one application in Prometheus' text format. Names and labels come from the code, never from a request. */
export type Metrics = ReturnType<typeof makeMetrics>;

/** Each application has its own registry, because tests build many in one process. */
export function makeMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    /** `buckets` are upper bounds, ascending. */
    histogram: <Label extends string>(
      name: string,
      help: string,
      { labelNames, buckets }: { labelNames: readonly Label[]; buckets: number[] },
    ) => new Histogram({ name, help, labelNames, buckets, registers }),
    /** Read on each scrape. If the reading fails, the gauge is omitted. */
    gauge: <Label extends string = never>(
      name: string,
      help: string,
      read: () => Reading<Label> | Promise<Reading<Label>>,
      labelNames: readonly Label[] = [],
    ): void => {
      const gauge = new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect: async () => {
          const reading = await Promise.resolve()
            .then(read)
            .catch(() => []);
          gauge.reset();
          // A gauge without labels starts at 0, which would be a value that was never measured.
          if (labelNames.length === 0) gauge.remove();
          for (const { labels, value } of reading) gauge.set(labels ?? {}, value);
        },
      });
    },
    text: () => registry.metrics(),
  };
}

const nanoseconds = 1e9;

/** Registers metrics of the process. Returns the function that stops them. */
export function watchProcess(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  metrics.gauge(
    'earshot_event_loop_delay_seconds',
    'Delay of the event loop since the last scrape.',
    () => {
      const readings = ([50, 99, 100] as const).map((percentile) => ({
        labels: { percentile: String(percentile) },
        value: delay.percentile(percentile) / nanoseconds,
      }));
      delay.reset();
      return readings;
    },
    ['percentile'],
  );
  metrics.gauge('earshot_resident_memory_bytes', 'Resident memory of the process.', () => [
    { value: process.memoryUsage.rss() },
  ]);
  return () => delay.disable();
}

/** Registers metrics of the database connections. */
export function watchPool(metrics: Metrics, places: () => PlaceFigures): void {
  const figure = (name: keyof PlaceFigures, title: string, help: string) =>
    metrics.gauge(`earshot_pool_${title}`, help, () => [{ value: places()[name] }]);
  figure('total', 'connections', 'Connections that this server may open.');
  figure('used', 'used', 'Connections in use.');
  figure('waiting', 'waiting', 'Requests waiting for a connection.');
}

/** Registers the free space on the data folder's volume. */
export function watchDisk(metrics: Metrics, dataDirectory: string): void {
  const space = sharedRead(() => freeSpace(dataDirectory));
  metrics.gauge('earshot_disk_free_bytes', 'Free space on the volume of DATA_DIR.', async () => [
    { value: (await space()).freeBytes },
  ]);
  metrics.gauge('earshot_disk_total_bytes', 'Size of the volume of DATA_DIR.', async () => [
    { value: (await space()).totalBytes },
  ]);
}

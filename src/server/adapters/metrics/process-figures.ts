import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sharedRead } from '../../foundation/shared-read.ts';
import type { PlaceFigures } from '../database/connections/connection-places.ts';
import { freeSpace } from '../object-storage/free-space.ts';
import type { Metrics } from './metrics.ts';

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

/** Reads the server's metrics. Event loop delays are since the last reading. */
export async function readMetrics(url: string): Promise<Metrics> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
  const value = (name: string) =>
    Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? 0);
  return {
    value,
    megabytes: Math.round(value('earshot_resident_memory_bytes') / 1024 ** 2),
    eventLoopMs: Math.round(value('earshot_event_loop_delay_seconds{percentile="99"}') * 1000),
  };
}

interface Metrics {
  /** The value of a metric by its name with labels; 0 if it is missing. */
  readonly value: (name: string) => number;
  /** Resident memory. */
  readonly megabytes: number;
  /** The 99th percentile of event loop delays. */
  readonly eventLoopMs: number;
}

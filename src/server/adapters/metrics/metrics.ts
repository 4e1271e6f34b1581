import { Counter, Gauge, Histogram, Registry } from 'prom-client';

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

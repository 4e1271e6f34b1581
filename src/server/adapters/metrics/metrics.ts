import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What one gauge says at this moment: a number for each combination of labels. */
type Reading<Label extends string> = readonly {
  readonly labels?: Readonly<Record<Label, string>>;
  readonly value: number;
}[];

/** Figures of one application in Prometheus' text format. Names and labels come from the code, never from a request. */
export type Metrics = ReturnType<typeof makeMetrics>;

/** Each application has a registry of its own: tests build many in one process. */
export function makeMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    /** `buckets` are their upper ends, ascending. */
    histogram: <Label extends string>(
      name: string,
      help: string,
      { labelNames, buckets }: { labelNames: readonly Label[]; buckets: number[] },
    ) => new Histogram({ name, help, labelNames, buckets, registers }),
    /** Read on each scrape. A gauge whose reading fails is left out. */
    gauge: <Label extends string = never>(
      name: string,
      help: string,
      read: () => Reading<Label> | Promise<Reading<Label>>,
      labelNames: readonly Label[] = [],
    ): void => {
      const gauge = new Gauge({
        ...{ name, help, labelNames, registers },
        collect: async () => {
          const reading = await Promise.resolve()
            .then(read)
            .catch(() => []);
          gauge.reset();
          // A gauge without labels is reset to 0, which would be a figure that nobody has read.
          if (labelNames.length === 0) gauge.remove();
          for (const { labels, value } of reading) gauge.set(labels ?? {}, value);
        },
      });
    },
    text: () => registry.metrics(),
  };
}

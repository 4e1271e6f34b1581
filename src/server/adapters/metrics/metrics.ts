type Labels = Readonly<Record<string, string>>;

/** What one gauge says at this moment: a number for each combination of labels. */
export type Reading = readonly { readonly labels?: Labels; readonly value: number }[];

export interface Counter {
  add(labels: Labels, amount?: number): void;
}
export interface Histogram {
  observe(labels: Labels, value: number): void;
}

/** Figures of this process in Prometheus' text format. Names and labels come from the code, never from a request. */
export interface Metrics {
  counter(name: string, help: string): Counter;
  /** `bounds` are the upper ends of the buckets, ascending. */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram;
  /** Read when somebody asks for the metrics. A gauge that fails is left out. */
  gauge(name: string, help: string, read: () => Reading | Promise<Reading>): void;
  text(): Promise<string>;
}

type Family = () => Promise<readonly string[]>;

export function makeMetrics(): Metrics {
  const families: Family[] = [];
  const add = (name: string, help: string, type: string, lines: () => Promise<readonly string[]>) => {
    families.push(async () => {
      const said = await lines().catch(() => []);
      return said.length > 0 ? [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...said] : [];
    });
  };
  return {
    counter: (name, help) => {
      const counts = new Map<string, number>();
      add(name, help, 'counter', async () => [...counts].map(([key, value]) => `${name}${key} ${value}`));
      return {
        add: (labels, amount = 1) => {
          const key = labelText(labels);
          counts.set(key, (counts.get(key) ?? 0) + amount);
        },
      };
    },
    histogram: (name, help, bounds) => {
      const series = new Map<string, { labels: Labels; counts: number[]; sum: number }>();
      add(name, help, 'histogram', async () =>
        [...series.values()].flatMap((one) => lines(name, bounds, one)),
      );
      return {
        observe: (labels, value) => {
          const key = labelText(labels);
          const one = series.get(key) ?? { labels, counts: bounds.map(() => 0).concat(0), sum: 0 };
          series.set(key, one);
          const bucket = bounds.findIndex((bound) => value <= bound);
          const place = bucket === -1 ? bounds.length : bucket;
          one.counts[place] = (one.counts[place] ?? 0) + 1;
          one.sum += value;
        },
      };
    },
    gauge: (name, help, read) =>
      add(name, help, 'gauge', async () =>
        (await read()).map(({ labels = {}, value }) => `${name}${labelText(labels)} ${value}`),
      ),
    text: async () => `${(await Promise.all(families.map((family) => family()))).flat().join('\n')}\n`,
  };
}

/** The cumulative buckets of one series, its sum and its count. */
function lines(
  name: string,
  bounds: readonly number[],
  { labels, counts, sum }: { labels: Labels; counts: readonly number[]; sum: number },
): string[] {
  let total = 0;
  const buckets = [...bounds.map(String), '+Inf'].map((le, place) => {
    total += counts[place] ?? 0;
    return `${name}_bucket${labelText({ ...labels, le })} ${total}`;
  });
  const key = labelText(labels);
  return [...buckets, `${name}_sum${key} ${sum}`, `${name}_count${key} ${total}`];
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (value: string) => value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`));

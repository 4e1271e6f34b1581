import { type Fragment, join } from './fragment.ts';

interface Read<Source, Given, Row> {
  all(source: Source, values: Given): Promise<Row[]>;
}

/**
 * A read with optional filters. Declares one statement per combination of filters, because a single one (`$1 is null or
 * genre = $1`) would get one plan for all, which is bad for some.
 * @param filters the condition of each filter, starting with `and`, under the name of its `optional` parameter
 * @param declare declares the statement with these conditions
 */
export function filtered<
  Name extends string,
  Source,
  Given extends Readonly<Partial<Record<Name, unknown>>>,
  Row,
>(
  filters: Readonly<Record<Name, Fragment<Name>>>,
  declare: (matching: Fragment<Name>) => Read<Source, Given, Row>,
): Read<Source, Given, Row> {
  const conditions = Object.entries<Fragment<Name>>(filters);
  const reads = Array.from({ length: 2 ** conditions.length }, (_, set) =>
    declare(join(conditions.filter((_, i) => set & (1 << i)).map(([, condition]) => condition))),
  );
  return {
    all: (source, values) => {
      const given = new Set(
        Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : name)),
      );
      const set = conditions.reduce((sum, [name], i) => (given.has(name) ? sum | (1 << i) : sum), 0);
      const read = reads[set];
      if (!read) throw new Error(`No statement is declared for the filters ${[...given].join(', ')}.`);
      return read.all(source, values);
    },
  };
}

import type { Column, Columns } from './columns.ts';

/** A static piece of SQL shared by several statements. Its holes are parameter names, as in a statement. */
export interface Fragment<Hole extends string = string> {
  /** The text around the holes: always one more than there are holes. */
  readonly parts: readonly string[];
  readonly holes: readonly Hole[];
}

/** The content of a hole: a parameter name, or a fragment that only uses such names. */
export type Hole<Name extends string> = Name | Fragment<Name>;

/** Declares a piece of SQL once: fragment`genre = ${'genre'}`. Holes may be fragments themselves. */
export function fragment<const Name extends string = never>(
  parts: TemplateStringsArray,
  ...holes: Hole<Name>[]
): Fragment<Name> {
  return flatten(parts, holes);
}

/**
 * The select list of these columns: `reviewCount` becomes `review_count as "reviewCount"`. Leave renamed or computed
 * columns out of `columns` and write them by hand.
 * @param table the table's alias, if several tables are read
 */
export function selectList(columns: Columns, table?: string): Fragment<never> {
  const from = table === undefined ? '' : `${table}.`;
  const list = Object.keys(columns).map((name) => {
    const column = columnOf(name);
    return column === name ? `${from}${name}` : `${from}${column} as "${name}"`;
  });
  return { parts: [list.join(', ')], holes: [] };
}

/** The two lists of an insert, in the same order: `insert into track (${names}) values (${values})`. */
export function insertLists<Name extends string>(columns: Readonly<Record<Name, Column<unknown>>>) {
  const holes: Name[] = [];
  for (const name in columns) holes.push(name);
  const names: Fragment<never> = { parts: [holes.map(columnOf).join(', ')], holes: [] };
  const values: Fragment<Name> = { parts: ['', ...holes.slice(1).map(() => ', '), ''], holes };
  return { names, values };
}

const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Joins fragments with spaces. */
export function join<Name extends string>(fragments: readonly Fragment<Name>[]): Fragment<Name> {
  const between = fragments.length === 0 ? [''] : ['', ...fragments.slice(1).map(() => ' '), ''];
  return flatten(between, fragments);
}

/** Inlines nested fragments, so that only parameter names are left as holes. */
export function flatten<Name extends string>(
  parts: readonly string[],
  holes: readonly Hole<Name>[],
): Fragment<Name> {
  const text = [parts[0] ?? ''];
  const names: Name[] = [];
  const append = (more: string) => text.push(`${text.pop() ?? ''}${more}`);
  holes.forEach((hole, i) => {
    if (typeof hole === 'string') {
      names.push(hole);
      text.push('');
    } else {
      append(hole.parts[0] ?? '');
      text.push(...hole.parts.slice(1));
      names.push(...hole.holes);
    }
    append(parts[i + 1] ?? '');
  });
  return { parts: text, holes: names };
}

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

import type { Columns } from './columns.ts';

/** A static piece of SQL that several statements share. Its holes are names of parameters, as in a statement. */
export interface Fragment<Hole extends string = string> {
  /** The text around the holes: always one more than there are holes. */
  readonly parts: readonly string[];
  readonly holes: readonly Hole[];
}

/** What may stand in a hole of a statement: the name of a parameter, or a fragment that uses only such names. */
export type Hole<Name extends string> = Name | Fragment<Name>;

/** Declares a piece of SQL once: fragment`genre = ${'genre'}`. Holes may be fragments themselves. */
export function fragment<const Name extends string = never>(
  parts: TemplateStringsArray,
  ...holes: Hole<Name>[]
): Fragment<Name> {
  return flatten(parts, holes);
}

/**
 * The select list of these columns: `reviewCount` becomes `review_count as "reviewCount"`. Columns that are named otherwise
 * or computed are left out of `columns` and written by hand.
 * @param table the table's alias, when more than one table is read
 */
export function selectList(columns: Columns, table?: string): Fragment<never> {
  const from = table === undefined ? '' : `${table}.`;
  const list = Object.keys(columns).map((name) => {
    const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return column === name ? `${from}${name}` : `${from}${column} as "${name}"`;
  });
  return { parts: [list.join(', ')], holes: [] };
}

/** The fragments one after another, with a blank between them. */
export function join<Name extends string>(fragments: readonly Fragment<Name>[]): Fragment<Name> {
  const between = fragments.length === 0 ? [''] : ['', ...fragments.slice(1).map(() => ' '), ''];
  return flatten(between, fragments);
}

/** Puts the text of nested fragments in their holes, so that only names of parameters are left. */
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

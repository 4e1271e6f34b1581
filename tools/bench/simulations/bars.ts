/** A simulated figure with its limits. */
export interface Bar {
  readonly of: string;
  readonly figure: number;
  readonly atLeast?: number;
  readonly atMost?: number;
}

export const clears = ({ figure, atLeast = -Infinity, atMost = Infinity }: Bar): boolean =>
  figure >= atLeast && figure <= atMost;

/** The share of the entries for which `is` returns true. */
export const shareOf = <Entry>(entries: readonly Entry[], is: (entry: Entry) => boolean): number =>
  entries.filter(is).length / entries.length;

export const repeat = <Result>(times: number, make: (at: number) => Result): Result[] =>
  Array.from({ length: times }, (_, at) => make(at));

type Check<Value> = (value: unknown) => value is Value;
type Checks<Shape> = { readonly [Key in keyof Shape]-?: Check<Shape[Key]> };

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isYesOrNo = (value: unknown): value is boolean => typeof value === 'boolean';

/** A finite number from the least to the most. */
export const isBetween =
  (least: number, most: number): Check<number> =>
  (value): value is number =>
    typeof value === 'number' && value >= least && value <= most && Number.isFinite(value);

/** Such a number, and a whole one. */
export const isWholeBetween =
  (least: number, most: number): Check<number> =>
  (value): value is number =>
    Number.isInteger(value) && isBetween(least, most)(value);

export const orNull =
  <Value>(check: Check<Value>): Check<Value | null> =>
  (value): value is Value | null =>
    value === null || check(value);

export const orAbsent =
  <Value>(check: Check<Value>): Check<Value | undefined> =>
  (value): value is Value | undefined =>
    value === undefined || check(value);

export const isListOf =
  <Value>(check: Check<Value>): Check<Value[]> =>
  (value): value is Value[] =>
    Array.isArray(value) && value.every(check);

/** Whether a value from outside has every field, each as its check wants it. The compiler asks for a check of each. */
export const hasShape = <Shape extends object>(value: unknown, checks: Checks<Shape>): value is Shape =>
  isRecord(value) && Object.entries<Check<unknown>>(checks).every(([field, check]) => check(value[field]));

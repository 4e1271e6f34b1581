type Check<Value> = (value: unknown) => value is Value;
type Checks<Shape> = { readonly [Key in keyof Shape]-?: Check<Shape[Key]> };

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isYesOrNo = (value: unknown): value is boolean => typeof value === 'boolean';

/** A finite number between `least` and `most`, inclusive. */
export const isBetween =
  (least: number, most: number): Check<number> =>
  (value): value is number =>
    typeof value === 'number' && value >= least && value <= most && Number.isFinite(value);

/** The same for whole numbers. */
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

/** Whether an external value has every field and passes its check. The compiler requires a check per field. */
export const hasShape = <Shape extends object>(value: unknown, checks: Checks<Shape>): value is Shape =>
  isRecord(value) && Object.entries<Check<unknown>>(checks).every(([field, check]) => check(value[field]));

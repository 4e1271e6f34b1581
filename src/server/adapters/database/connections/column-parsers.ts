import { types } from 'pg';

const int8 = types.builtins.INT8;
const day = types.builtins.DATE;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} does not fit a number.`);
  return value;
}

/**
 * How this server reads columns: bigint as a number (throws if digits would be lost), date as YYYY-MM-DD text (a Date
 * would shift with the time zone), everything else like `pg`. Set per pool rather than globally.
 */
export const columnParsers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === int8) return safeInteger;
    if (format !== 'binary' && oid === day) return (text: string) => text;
    return format === 'binary' ? types.getTypeParser(oid, 'binary') : types.getTypeParser(oid, 'text');
  }) as typeof types.getTypeParser, // One signature for the five overloads of pg.
};

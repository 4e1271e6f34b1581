import type { Cents } from './primitives.ts';

/** A text, or an amount of money, which becomes dollars with two decimals. */
export type CsvCell = string | { readonly cents: Cents };

// How spreadsheets recognize a formula (OWASP, "CSV Injection"); an apostrophe in front makes it text again.
const formula = /^[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/;
// Where the locale separates cells by semicolons or tabs, the quotes of the first cell do not cover the rest of the line, so
// whatever follows a separator inside a text begins a cell.
const innerFormula = /([;\t\r\n]["\s]*)(?=[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g;

function written(cell: CsvCell): string {
  if (typeof cell !== 'string') {
    const digits = String(Math.abs(cell.cents)).padStart(3, '0');
    return `${cell.cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  }
  const safe = (formula.test(cell) ? `'${cell}` : cell).replaceAll(innerFormula, "$1'");
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Rows as comma-separated values (RFC 4180), texts quoted. No text of somebody can become a formula where the file is opened. */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');

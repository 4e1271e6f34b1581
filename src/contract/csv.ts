import type { Cents } from './primitives.ts';

/** A text, or an amount of money, which is written as dollars with two decimals. */
export type CsvCell = string | { readonly cents: Cents };

// Characters by which spreadsheets recognize a formula (OWASP, "CSV Injection"). A leading apostrophe makes the cell
// text.
const formula = /^[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/;
// If the locale separates cells by semicolons or tabs, a quoted text with a separator in it is split, and what follows
// the separator begins a new cell.
const innerFormula = /([;\t\r\n]["\s]*)(?=[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g;

function written(cell: CsvCell): string {
  if (typeof cell !== 'string') {
    const digits = String(Math.abs(cell.cents)).padStart(3, '0');
    return `${cell.cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  }
  const safe = (formula.test(cell) ? `'${cell}` : cell).replaceAll(innerFormula, "$1'");
  return `"${safe.replaceAll('"', '""')}"`;
}

/**
 * Rows as comma-separated values (RFC 4180) with quoted texts. No text can become a formula when a spreadsheet opens
 * it.
 */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');

/** A cell: quoted, and no text is ever a formula where a spreadsheet opens it; a number may begin with its sign. */
function cell(value: string | number): string {
  if (typeof value === 'number') return `"${value}"`;
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** One line of CSV, ended as RFC 4180 says. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`;

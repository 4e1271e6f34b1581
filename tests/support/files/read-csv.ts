/** Reads comma-separated values (RFC 4180) letter by letter; shares nothing with the writer of the contract. */
export function readCsv(text: string, separator = ','): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && sign === separator) {
      row.push(cell);
      cell = '';
    } else if (!isQuoted && sign === '\r') {
      if (text[at + 1] !== '\n') throw new Error('A line ends with half a line break.');
    } else if (!isQuoted && sign === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else cell += sign;
  }
  if (isQuoted || cell !== '' || row.length > 0) throw new Error('The last line is not whole.');
  return rows;
}

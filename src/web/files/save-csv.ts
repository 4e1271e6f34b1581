import { saveFile } from './save-file.ts';

/** Downloads a CSV file; the byte order mark tells spreadsheets that it is UTF-8. */
export const saveCsv = (name: string, csv: string): void =>
  saveFile({ name, type: 'text/csv;charset=utf-8', content: `\uFEFF${csv}` });

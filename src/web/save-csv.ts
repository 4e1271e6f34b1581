import { saveFile } from './save-file.ts';

/** Saves a text as a CSV file of the browser; the mark in front tells spreadsheets that it is UTF-8. */
export const saveCsv = (name: string, csv: string): void =>
  saveFile({ name, type: 'text/csv;charset=utf-8', content: `\uFEFF${csv}` });

import { readFileSync } from 'node:fs';

/** The most common leaked passwords, in lowercase, read once from a file that ships with the server. */
export const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# ')),
);

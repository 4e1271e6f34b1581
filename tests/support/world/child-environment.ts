import { join } from 'node:path';

/** What every process that a test starts has in its environment, beside its settings. */
export const childEnvironment = {
  PATH: process.env.PATH,
  // Halves the processor time of a start: the sources are compiled once, not by every process.
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../node_modules/.cache/node'),
};

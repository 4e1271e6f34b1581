import type { Client } from '#server/caller.ts';

/** Samples come from the machine itself, which relates nobody. */
export const seedClient: Client = { address: '127.0.0.1', device: 'seed' };

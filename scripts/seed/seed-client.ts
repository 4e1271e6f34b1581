import type { Client } from '#server/foundation/caller.ts';

/** Samples come from the machine itself, an address that is never evidence of related accounts. */
export const seedClient: Client = { address: '127.0.0.1', device: 'seed' };

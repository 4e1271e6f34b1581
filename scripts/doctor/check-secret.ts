import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import { clientConfig, type DatabaseAddress } from '#server/adapters/database/database-address.ts';
import { readFingerprint } from '#server/adapters/database/secret-fingerprint.ts';
import { deriveServerKeys, storedServerSecret } from '#server/foundation/server-keys.ts';
import type { Config } from '#server/settings/config.ts';
import { isKnownSecret, WrongSecret } from '#server/start/open-parts.ts';
import { type Finding, green, red } from './finding.ts';

/** Compares the secret with the fingerprint in the database. Unlike a server start, stores nothing. */
export async function checkSecret(
  config: Config,
  owner: DatabaseAddress,
  throwAway: boolean,
): Promise<Finding[]> {
  const secret = await storedServerSecret(config.serverSecret, config.dataDirectory);
  const place = config.serverSecret ? 'SERVER_SECRET' : join(config.dataDirectory, 'server-secret');
  if (!(await hasTables(owner))) {
    return [green('secret', secret ? `${place} exists.` : 'The first start creates one under DATA_DIR.')];
  }
  const { database } = await connectDatabase({
    address: owner,
    role: 'earshot_owner',
    poolSize: 1,
    throwAway,
  });
  try {
    if (secret === undefined) {
      if (!(await readFingerprint(database))) return [green('secret', 'The next start creates one.')];
      return [red('secret', new WrongSecret(`There is no SERVER_SECRET and no ${place}.`).message)];
    }
    const keys = deriveServerKeys(secret, config.previousServerSecret);
    if (!(await isKnownSecret(database, keys))) {
      const problem = 'The secret of this server is not the one that the database was last used with.';
      return [red('secret', new WrongSecret(problem).message)];
    }
    return [
      green('secret', `${place} matches the fingerprint in the database.`),
      ...(await openFile(config)),
    ];
  } finally {
    await database.close();
  }
}

async function hasTables(owner: DatabaseAddress): Promise<boolean> {
  const client = new Client(clientConfig(owner, undefined));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ has: boolean }>(
      "select to_regclass('public.server_secret') is not null as has",
    );
    return rows[0]?.has ?? false;
  } finally {
    await client.end();
  }
}

/** Checks that only its owner can read the file of the secret. */
async function openFile({ serverSecret, dataDirectory }: Config): Promise<Finding[]> {
  if (serverSecret || process.platform === 'win32') return [];
  const path = join(dataDirectory, 'server-secret');
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return [];
  return [red('secret', `Other users of this machine can read ${path}.`, `chmod 600 ${path}`)];
}

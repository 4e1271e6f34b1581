import type { Queryable } from '../adapters/database/database.ts';
import {
  readFingerprint,
  replaceFingerprint,
  storeFirstFingerprint,
} from '../adapters/database/secret-fingerprint.ts';
import { OperatorError } from '../foundation/operator-messages.ts';
import {
  deriveServerKeys,
  readServerSecret,
  type ServerKeys,
  storedServerSecret,
} from '../foundation/server-keys.ts';
import type { Config } from '../settings/config.ts';

/** The configured secret is not the one used with the database. */
export class WrongSecret extends OperatorError {
  override readonly name = 'WrongSecret';

  constructor(problem: string) {
    super(
      [
        problem,
        '- If another server or a backup has the right one: set SERVER_SECRET to it.',
        '- To change the secret, set SERVER_SECRET to the new one and SERVER_SECRET_PREVIOUS to the former one.',
        '- If the right one is lost: set SERVER_SECRET to a new one, then npm run admin -- accept-secret. All users then have to sign in again.',
        'docs/operations.md, "Changing the secret", has more.',
      ].join('\n'),
    );
  }
}

type SecretSettings = Pick<Config, 'serverSecret' | 'previousServerSecret' | 'dataDirectory'>;

/**
 * The server's keys, after comparing the secret with the fingerprint in the database. The first start stores the
 * fingerprint. A new secret replaces the old one if that is set as SERVER_SECRET_PREVIOUS.
 * @throws WrongSecret if the database was used with another secret
 */
export async function openKeys(settings: SecretSettings, database: Queryable): Promise<ServerKeys> {
  const { serverSecret, previousServerSecret, dataDirectory } = settings;
  const known = await readFingerprint(database);
  const stored = await storedServerSecret(serverSecret, dataDirectory);
  // A new secret could not match either.
  if (known && stored === undefined) {
    throw new WrongSecret(`There is no SERVER_SECRET and no ${dataDirectory}/server-secret.`);
  }
  const secret = stored ?? (await readServerSecret(serverSecret, dataDirectory));
  const keys = deriveServerKeys(secret, previousServerSecret);
  if (!known) await storeFirstFingerprint(database, keys.fingerprint);
  else if (keys.previous?.fingerprint.equals(known)) {
    await replaceFingerprint(database, known, keys.fingerprint);
  }
  if (!(await isKnownSecret(database, keys))) {
    throw new WrongSecret('The secret of this server is not the one that the database was last used with.');
  }
  return keys;
}

/** Whether the database was used with this secret, or another server is changing to or from it right now. */
export async function isKnownSecret(database: Queryable, keys: ServerKeys): Promise<boolean> {
  const known = await readFingerprint(database);
  if (!known) return true;
  return keys.fingerprint.equals(known) || (keys.previous?.fingerprint.equals(known) ?? false);
}

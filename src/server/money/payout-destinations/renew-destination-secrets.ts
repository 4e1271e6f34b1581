import type { Dependencies } from '../../dependencies.ts';
import { renewSecrets } from '../../identity/stored-secrets.ts';
import { destinationMark, markPrefix, openDestination } from './destination-secret.ts';
import { destinationSecrets, destinationsToMark, replaceMark, replaceSecret } from './destination-store.ts';

const atOnce = 500;

/** During a change of the server's secret: re-encrypts destinations under the current one. Returns how many. */
export const renewDestinationSecrets = ({
  database,
  keys,
}: Pick<Dependencies, 'database' | 'keys'>): Promise<number> =>
  renewSecrets(
    {
      keyOf: ({ payeeEncryption }) => payeeEncryption,
      list: (after) => destinationSecrets.all(database, { after, most: atOnce }),
      replace: (id, before, encrypted) => replaceSecret.run(database, { id, before, encrypted }),
    },
    keys,
  );

const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Computes outdated marks again, so that all destinations of one account have the same. Returns how many. */
export async function renewDestinationMarks({
  database,
  keys,
}: Pick<Dependencies, 'database' | 'keys'>): Promise<number> {
  const prefix = Buffer.from(markPrefix(keys));
  let renewed = 0;
  for (let after = beforeAll; ; ) {
    const rows = await destinationsToMark.all(database, { prefix, after, most: atOnce });
    for (const { id, encrypted } of rows) {
      after = id;
      const secret = openDestination(keys, id, encrypted);
      if (!secret) continue;
      await replaceMark.run(database, { id, mark: destinationMark(keys, secret.destination) });
      renewed += 1;
    }
    if (rows.length < atOnce) return renewed;
  }
}

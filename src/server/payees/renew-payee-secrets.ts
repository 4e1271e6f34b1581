import { renewSecrets } from '../accounts/renew-stored-secrets.ts';
import type { Dependencies } from '../dependencies.ts';
import { payeeSecrets, replaceSecret } from './payee-store.ts';

const atOnce = 500;

/** During a change of the server's secret: re-encrypts destinations under the current one. Returns how many. */
export const renewPayeeSecrets = ({
  database,
  keys,
}: Pick<Dependencies, 'database' | 'keys'>): Promise<number> =>
  renewSecrets(
    {
      keyOf: ({ payeeEncryption }) => payeeEncryption,
      list: (after) => payeeSecrets.all(database, { after, most: atOnce }),
      replace: (id, before, encrypted) => replaceSecret.run(database, { id, before, encrypted }),
    },
    keys,
  );

import { deriveServerKeys } from '#server/keys/server-keys.ts';
import { readServerSecret } from '#server/keys/server-secret.ts';
import type { RunningEarshot } from './fixtures.ts';

export const passwordOfDemo = async ({ dataDirectory }: RunningEarshot): Promise<string> =>
  deriveServerKeys(await readServerSecret(undefined, dataDirectory)).demoPassword;

import { deriveServerKeys } from '#server/server-keys.ts';
import { readServerSecret } from '#server/server-secret.ts';
import type { RunningEarshot } from './fixtures.ts';

export const passwordOfDemo = async ({ dataDirectory }: RunningEarshot): Promise<string> =>
  deriveServerKeys(await readServerSecret(undefined, dataDirectory)).demoPassword;

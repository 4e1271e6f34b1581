import { deriveServerKeys, readServerSecret } from '#server/foundation/server-keys.ts';
import type { RunningEarshot } from './fixtures.ts';

export const passwordOfDemo = async ({ dataDirectory }: RunningEarshot): Promise<string> =>
  deriveServerKeys(await readServerSecret(undefined, dataDirectory)).demoPassword;

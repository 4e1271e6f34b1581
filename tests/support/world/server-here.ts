import { readConfig } from '#server/settings/config.ts';
import { startServer } from '#server/start/start-server.ts';
import { analyseOnce } from './analyse-once.ts';

export interface ServerHere {
  readonly url: string;
  /** Stops its database as well, as a signal would. */
  stop(): Promise<void>;
}

/**
 * Starts the whole server in the process of the test, which has already loaded its modules. For tests that are not about
 * starting, signals or output.
 */
export async function startServerHere(environment: Readonly<Record<string, string>>): Promise<ServerHere> {
  const config = readConfig({ LOG_LEVEL: 'error', HOST: '127.0.0.1', PORT: '0', ...environment });
  const { address, close } = await startServer(config, { analyse: analyseOnce });
  return { url: address, stop: close };
}

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the bench uses of a checkout of the product: of this one, or of an earlier one that is measured beside it. */
export interface Checkout {
  readonly migrations: string;
  readonly connectDatabase: typeof import('#server/adapters/database/connections/postgres-database.ts')['connectDatabase'];
  readonly nextTrack: typeof import('#server/listening/next-track.ts')['nextTrack'];
  readonly skipTrack: typeof import('#server/listening/skip-track.ts')['skipTrack'];
}

/** Loads the sources of a checkout, which import their own. */
export async function openCheckout(folder: string): Promise<Checkout> {
  const server = (path: string) => import(pathToFileURL(join(folder, 'src/server', path)).href);
  const { connectDatabase } = await server('adapters/database/connections/postgres-database.ts');
  const { nextTrack } = await server('listening/next-track.ts');
  const { skipTrack } = await server('listening/skip-track.ts');
  return { migrations: join(folder, 'migrations'), connectDatabase, nextTrack, skipTrack };
}

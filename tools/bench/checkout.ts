import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The parts of a checkout that the benchmark uses: of this one, or of an earlier one measured beside it. */
export interface Checkout {
  readonly migrations: string;
  readonly nextTrack: typeof import('#server/reviewing/listening/next-track.ts')['nextTrack'];
  readonly skipTrack: typeof import('#server/reviewing/listening/skip-track.ts')['skipTrack'];
}

/** Loads the use cases of a checkout, with its own SQL. They run on this checkout's connections. */
export async function openCheckout(folder: string): Promise<Checkout> {
  const listening = (file: string) => import(pathToFileURL(join(folder, 'src/server/listening', file)).href);
  const { nextTrack } = await listening('next-track.ts');
  const { skipTrack } = await listening('skip-track.ts');
  return { migrations: join(folder, 'migrations'), nextTrack, skipTrack };
}

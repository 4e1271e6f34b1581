import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the bench uses of a checkout of the product: of this one, or of an earlier one that is measured beside it. */
export interface Checkout {
  readonly migrations: string;
  readonly nextTrack: typeof import('#server/listening/next-track.ts')['nextTrack'];
  readonly skipTrack: typeof import('#server/listening/skip-track.ts')['skipTrack'];
}

/** Loads the use cases of a checkout, with its own statements. They run on the connections of this one. */
export async function openCheckout(folder: string): Promise<Checkout> {
  const listening = (file: string) => import(pathToFileURL(join(folder, 'src/server/listening', file)).href);
  const { nextTrack } = await listening('next-track.ts');
  const { skipTrack } = await listening('skip-track.ts');
  return { migrations: join(folder, 'migrations'), nextTrack, skipTrack };
}

import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { readByEither } from '../server-keys.ts';
import { readPicture } from '../stored-pictures.ts';
import { coverPictures, isSignedCover } from './cover-rules.ts';
import { readShownCover } from './covers-store.ts';

// The route that serves covers reaches their path through this use case.
export { coverPath } from './cover-rules.ts';

export interface AskedCover {
  readonly coverKey: string;
  /** The parts of a signed address; empty in a public one. */
  readonly until: string;
  readonly proof: string;
}

export interface OpenCover {
  /** Everybody may see it. */
  readonly isPublic: boolean;
  readonly read: () => Promise<Buffer>;
}

/** A cover that the address may show now. Refuses not_found for any other, and where the track is not shown. */
export async function openCover(
  { database, storage, keys, clock }: Pick<Dependencies, 'database' | 'storage' | 'keys' | 'clock'>,
  asked: AskedCover,
): Promise<OpenCover> {
  const { coverKey } = asked;
  const { isPublic } = (await readShownCover.one(database, { coverKey })) ?? refuse('not_found');
  const isSigned = () =>
    readByEither(keys, ({ coverLinks }) => isSignedCover(coverLinks, asked, clock.now()) || undefined);
  if (!isPublic && !isSigned()) refuse('not_found');
  return { isPublic, read: () => readPicture(storage, coverPictures, coverKey) };
}

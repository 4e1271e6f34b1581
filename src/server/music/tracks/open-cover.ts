import { readPicture } from '../../adapters/storage/stored-pictures.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { readByEither } from '../../foundation/server-keys.ts';
import { coverPictures, isSignedCover } from './cover-rules.ts';
import { readShownCover } from './covers-store.ts';

// The route that serves covers gets their path from this use case.
export { coverPath } from './cover-rules.ts';

export interface AskedCover {
  readonly coverKey: string;
  /** The parts of a signed address; empty in a public one. */
  readonly until: string;
  readonly proof: string;
}

export interface OpenCover {
  /** Whether it is public. */
  readonly isPublic: boolean;
  readonly read: () => Promise<Buffer>;
}

/** The cover, if the address may show it now. @throws Refusal not_found for any other, and if the track is not shown */
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

import type { Queryable } from '../../adapters/database/database.ts';
import { readPairOf, readPanelOf } from './versions-store.ts';

/** The panel of returning reviewers of a version, with what they preferred. */
export const readPanel = (db: Queryable, trackId: string) => readPanelOf.one(db, { trackId });

/** An artist's own track and the one that it is a new version of. */
export const readVersionPair = (
  db: Queryable,
  own: { readonly trackId: string; readonly artistId: string },
) => readPairOf.one(db, own);

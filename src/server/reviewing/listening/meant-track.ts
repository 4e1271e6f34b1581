import type { Queryable } from '../../adapters/database/database.ts';
import { trackMeant } from './lease-store.ts';

/** Matches no track. */
const noTrack = '00000000-0000-0000-0000-000000000000';

/** The track of an id. The own id of a track that the listener hears blind is treated like any unknown id. */
export const namedTrack = async (db: Queryable, listenerId: string, id: string): Promise<string> =>
  (await trackMeant.only(db, { listenerId, servedId: id })).trackId ?? id;

/** The track of an id that the listener was given; no track for the own id of one that they hear blind. */
export const meantTrack = async (db: Queryable, listenerId: string, servedId: string): Promise<string> =>
  (await trackMeant.only(db, { listenerId, servedId })).trackId ?? noTrack;

import type { Queryable } from '../adapters/database/database.ts';
import { trackMeant } from './assignment-store.ts';

/** Of no track. */
const noTrack = '00000000-0000-0000-0000-000000000000';

/** The track that an id stands for. The own id of a track that is heard blind answers like that of any other. */
export const namedTrack = async (db: Queryable, listenerId: string, id: string): Promise<string> =>
  (await trackMeant.only(db, { listenerId, servedId: id })).trackId ?? id;

/** The track that a listener means by the id they were given; none for the own id of a track that they hear blind. */
export const meantTrack = async (db: Queryable, listenerId: string, servedId: string): Promise<string> =>
  (await trackMeant.only(db, { listenerId, servedId })).trackId ?? noTrack;

import { refuse } from '../refusals.ts';

/** Refuses what can only be done with a track that is there: track_deleted, track_taken_down. */
export const refuseGone = (status: 'active' | 'deleted' | 'taken_down'): never =>
  refuse(status === 'taken_down' ? 'track_taken_down' : 'track_deleted');

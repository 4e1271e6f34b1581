import { refuse } from '../../foundation/refusals.ts';

/** Refuses an action that needs an existing track. @throws Refusal track_deleted, track_taken_down */
export const refuseGone = (status: 'active' | 'deleted' | 'taken_down'): never =>
  refuse(status === 'taken_down' ? 'track_taken_down' : 'track_deleted');

import type { Assignment } from '#contract/plans/balance/balance.ts';

/** The part of an own track that its reviews need. */
export interface ChangedTrack {
  readonly id: string;
  readonly title: string;
  readonly status: 'active' | 'deleted' | 'taken_down';
  readonly reviewTarget: number;
  readonly openPlaces: number;
  readonly assignments: readonly Pick<Assignment, 'openPlaces' | 'expiresAt'>[];
}

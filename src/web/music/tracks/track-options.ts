import type { CoverChange } from './cover-field.tsx';

/** The optional details of a track, as its forms hold them. */
export interface TrackOptions {
  readonly description: string;
  /** Null: a new version without the former one's cover. */
  readonly cover: CoverChange;
  readonly isBlind: boolean;
}

export const noOptions: TrackOptions = { description: '', cover: undefined, isBlind: false };

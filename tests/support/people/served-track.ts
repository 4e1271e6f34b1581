import { rewardPerReview } from '#contract/business-rules.ts';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';

/** A track as a listener is served it, of which nothing was heard. */
export const aServedTrack: ServedTrack = {
  trackId: '00000000-0000-4000-8000-0000000000a1',
  title: 'Night Bus',
  genre: 'rock',
  description: null,
  artistId: '00000000-0000-4000-8000-0000000000c1',
  artistName: 'Bea',
  rewardCents: rewardPerReview,
  durationSeconds: 120,
  positionSeconds: 0,
  peaks: null,
  coverUrl: null,
  playbackLink: { url: '/audio/none', expiresAt: '2026-03-02T10:00:00Z' },
  progress: { listenedSeconds: 0, unlocked: false, heard: [], stay: null, compared: null },
  questions: [],
  comparison: null,
  isBlind: false,
  isUnpaid: false,
  isLoose: false,
  ended: null,
  moments: [],
};

import type { Answer } from '#contract/call.ts';
import type { api } from '#contract/index.ts';

// Verdicts as the page of one own track gets them.

export type ShownVerdict = Answer<typeof api.verdict.readVerdict>;

export const trackId = '00000000-0000-4000-8000-0000000000a1';
/** Reviews given to a track without a date, that no listener has yet. */
export const undatedAssignment = (reviews: number): ShownVerdict['track']['assignments'][number] => ({
  id: '00000000-0000-4000-8000-0000000000c1',
  reviews,
  delivered: 0,
  openPlaces: reviews,
  assignedAt: '2026-03-02T10:00:00Z',
  returningUntil: null,
  promisedAt: null,
  dated: 0,
  promise: null,
  stoppedFor: null,
  broughtReviews: null,
  expiresAt: '2099-12-27T12:00:00Z',
});

const none = { total: 0, thisMonth: 0 };

export const emptyVerdict: ShownVerdict = {
  track: {
    id: trackId,
    title: 'Night Bus',
    genre: 'rock',
    description: null,
    isBlind: false,
    status: 'active',
    priorityWeight: 1,
    reviewTarget: 20,
    version: 1,
    predecessorId: null,
    reviewCount: 0,
    averageRating: null,
    playCount: 0,
    heldUntil: null,
    takedown: null,
    delivered: 0,
    beingChecked: 0,
    perDay: 0,
    openPlaces: 20,
    assignments: [undatedAssignment(20)],
    listeningNow: 0,
    createdAt: '2026-03-02T10:00:00Z',
    durationSeconds: 180,
    peaks: null,
    coverUrl: null,
    loudnessLufs: null,
  },
  figures: {
    plays: none,
    reviews: none,
    averageRating: { total: null, thisMonth: null },
    activeTracks: none,
    topTracks: [],
    recentReviews: [],
    months: [],
    stars: [0, 0, 0, 0, 0],
    ratingInterval: null,
    listeners: { new: 0, returning: 0 },
    likedGenres: null,
  },
  reviews: { items: [], nextCursor: null },
  staying: {
    isTooShort: false,
    listeners: 0,
    notYetCounted: 0,
    leftOut: 0,
    stayed: 0,
    interval: null,
    stops: [],
    curve: [],
    curveListeners: 0,
    half: null,
    stayedSeconds: [],
    comparison: null,
  },
  rating: null,
  stars: [0, 0, 0, 0, 0],
  reviewsLeftOut: 0,
  marks: [],
  firstMinute: { listeners: 0, gone: Array.from({ length: 60 }, () => 0) },
  clusters: [],
  mentions: [],
  isComputing: false,
  verdictAddress: null,
  circle: null,
};

/** Twenty listeners, of whom seven stayed and nine marked one moment. */
export const verdictOfTwenty: ShownVerdict = {
  ...emptyVerdict,
  track: {
    ...emptyVerdict.track,
    reviewCount: 20,
    averageRating: 3.9,
    delivered: 20,
    openPlaces: 0,
    assignments: [{ ...undatedAssignment(20), delivered: 20, openPlaces: 0 }],
  },
  reviews: {
    items: [
      {
        id: '00000000-0000-4000-8000-0000000000b1',
        listenerName: 'Juno',
        rating: 4,
        comment: 'Slow start. The turn at 1:12 is great.',
        prompts: { worked: null, didNotWork: null, toChange: null },
        notes: [{ atSecond: 20, note: 'The drums' }],
        moments: [],
        status: 'approved',
        isTakenDown: false,
        mark: null,
        press: null,
        createdAt: '2026-03-02T10:00:00Z',
      },
    ],
    nextCursor: null,
  },
  staying: {
    ...emptyVerdict.staying,
    listeners: 20,
    stayed: 7,
    leftOut: 1,
    interval: { low: 0.181, high: 0.567 },
    stops: [{ kind: 'sent', count: 20 }],
    curve: [{ second: 0, atRisk: 7, share: 0.35, low: 0.18, high: 0.57 }],
    curveListeners: 20,
    half: { seconds: 42 },
    comparison: { genre: 'rock', tracks: 12, median: 0.31, claim: null },
  },
  rating: { mean: 3.9, interval: { low: 3.5, high: 4.2 }, more: 6, comparison: null },
  firstMinute: { listeners: 20, gone: Array.from({ length: 60 }, (_, second) => (second < 23 ? 0 : 6)) },
  marks: [{ kind: 'lost', second: 34, count: 9 }],
  clusters: [{ kind: 'lost', from: 31, to: 39, people: 9, heardBy: 14 }],
  mentions: [{ topic: 'drums', count: 3 }],
};

import type { ReviewToDecide } from '#contract/operation/admin/admin-reviews.ts';

/** A review that waits for an admin, as their list shows it. */
export const reviewToDecide = (place: number, part: Partial<ReviewToDecide> = {}): ReviewToDecide => ({
  id: `00000000-0000-4000-8000-0000000000b${place}`,
  trackTitle: `Track ${place}`,
  artistId: '00000000-0000-4000-8000-0000000000c1',
  artistName: 'Bea',
  listenerId: '00000000-0000-4000-8000-0000000000d1',
  listenerName: 'Otis',
  rating: 4,
  comment: 'The drums carry it.',
  status: 'pending',
  createdAt: '2026-03-02T10:00:00Z',
  dueAt: null,
  findings: [],
  decision: null,
  firstComment: null,
  appeal: null,
  isOwn: false,
  canUndo: false,
  isTest: false,
  ...part,
});

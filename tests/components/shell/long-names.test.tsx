import type { ReactNode } from 'react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { platformFigures } from '#tests/support/people/platform-figures.ts';
import { aUserEntry } from '#tests/support/people/user-record.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { shownBalance } from '#tests/support/screens/shown-reviews.ts';
import { trackId, verdictOfTwenty } from '#tests/support/screens/shown-verdicts.ts';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { ProfilePage } from '#web/identity/profile/profile-page.tsx';
import { AnalyticsPage } from '#web/insight/verdict/analytics-page.tsx';
import { DiscoverPage } from '#web/music/discovery/discover-page.tsx';
import { sampleTracks } from '#web/music/discovery/sample-tracks.ts';
import { MyTracksPage } from '#web/music/tracks/my-tracks-page.tsx';
import { AdminPage } from '#web/operation/admin/admin-page.tsx';
// Discover’s own types need those of the routes.
import type {} from '#web/routes/routes.tsx';
import { AppFrame } from '#web/shell/app-frame.tsx';

// Pages on a phone with a title and a name without spaces, as long as they may be.
const width = 375;
const name = 'Wolfeschlegelsteinhausenbergerdorff'.padEnd(60, 'warengewissenhaft');
const title = 'Donaudampfschifffahrt'.padEnd(120, 'selbstverwaltung');
const id = '00000000-0000-4000-8000-0000000000c1';
const at = '2026-03-02T10:00:00Z';
const none = { items: [], nextCursor: null };
const verdict = { ...verdictOfTwenty, track: { ...verdictOfTwenty.track, title } };

beforeEach(async () => {
  await page.viewport(width, 812);
  onTestFinished(() => page.viewport(1280, 720));
  signInAs({ userType: 'artist', role: 'admin', displayName: name });
  answerCall(api.accounts.countUnreadNotices, () => ({ unread: 0 }));
});

/** Shows a page that names this text, and expects it to be no wider than the phone. */
async function expectNarrow(content: ReactNode, path: string, text: string): Promise<void> {
  await show(content, path, AppFrame);
  await expect.element(page.getByRole('main').getByText(text).first()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
}

test('My Tracks wraps a long title', async () => {
  answerCall(api.tracks.listOwnTracks, () => ({ items: [verdict.track], nextCursor: null }));
  answerCall(api.balance.readReviewBalance, () => shownBalance);
  await expectNarrow(<MyTracksPage />, '/app/tracks', title);
});

test('Discover wraps a long title', async () => {
  const newReleases = sampleTracks.map((track) => ({ ...track, title, artistName: name }));
  const genres = [{ genre: 'pop' as const, trackCount: 3 }];
  answerCall(api.discovery.readDiscovery, () => ({ featured: [], newReleases, genres }));
  answerCall(api.reviews.listReviewedTracks, () => ({ trackIds: [] }));
  await expectNarrow(<DiscoverPage />, '/app/discover', title);
});

test('Analytics wraps a long title and a long word of a review', async () => {
  const review = { id, listenerName: name, rating: 4, comment: title, isTakenDown: false, createdAt: at };
  const recentReviews = [{ ...review, trackId, trackTitle: title, status: 'approved' as const }];
  const topTracks = [{ trackId, title, playCount: 3, reviewCount: 1, averageRating: 4 }];
  answerCall(api.reviews.readAnalytics, () => ({ ...verdict.figures, recentReviews, topTracks }));
  answerCall(api.tracks.listOwnTracks, () => ({ items: [verdict.track], nextCursor: null }));
  answerCall(api.verdict.listVerdicts, () => ({ verdicts: [] }));
  await expectNarrow(<AnalyticsPage />, '/app/analytics', title);
  await expect
    .element(page.getByRole('main').getByRole('link', { name: title }).first())
    .toHaveAttribute('href', `/app/analytics?track=${trackId}`);
});

test('the analytics of one track wrap its long title and a long word of a review', async () => {
  const [review] = verdict.reviews.items;
  if (!review) throw new Error('There is no review.');
  const reviews = { items: [{ ...review, listenerName: name, comment: title }], nextCursor: null };
  answerCall(api.verdict.readVerdict, () => ({ ...verdict, reviews }));
  answerCall(api.tracks.createPlaybackLink, () => refused('audio_unavailable', {}));
  answerCall(api.listening.listUnpaidAnswers, () => none);
  answerCall(api.listening.listTrackListeners, () => none);
  const split = { ratings: null, splitNewest: null };
  answerCall(api.questions.readQuestions, () => ({ genre: 'rock' as const, questions: [], ...split }));
  await show(<AnalyticsPage />, `/app/analytics?track=${trackId}`, AppFrame);
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test('the profile wraps a long name', async () => {
  await expectNarrow(<ProfilePage />, '/app/profile', name);
});

const user = { ...aUserEntry, displayName: name };

test.each(['users', 'activity'])('the %s of the Admin Panel wrap a long name', async (tab) => {
  answerCall(api.admin.readPlatformStats, () => platformFigures);
  answerCall(api.admin.listUsers, () => ({ items: [user], nextCursor: null }));
  const granted = { id: '1', at, event: 'role_assigned', network: 'a1b2c3', actor: null };
  const entry = { ...granted, user: { id, displayName: name }, details: { role: 'admin' } };
  answerCall(api.admin.listActivity, () => ({ items: [entry], nextCursor: null }));
  await expectNarrow(<AdminPage />, `/app/admin?tab=${tab}`, name);
});

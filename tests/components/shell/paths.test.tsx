import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerEmptyPages } from '#tests/support/screens/empty-pages.ts';
import { openApplication, type Visitor } from '#tests/support/screens/shown-application.tsx';

const actors = ['signed out', 'artist', 'listener', 'admin', 'no type'] as const;
type Actor = (typeof actors)[number];
/** Where a path ends, `~` for the path itself and `=` before one that keeps no query; and the heading that shows. */
type Ending = readonly [path: string, heading: string | RegExp];
type Endings = readonly [signedOut: Ending, artist: Ending, listener: Ending, admin: Ending, noType: Ending];

const landing: Ending = ['/', /Earshot|heard/i];
const onboarding: Ending = ['/app/onboarding', /^Welcome to/];
const missing: Ending = ['~', /404/];
const myTracks: Ending = ['/app/tracks', 'My Tracks'];
const discover: Ending = ['/app/discover', 'Hear it first'];
const health: Ending = ['/app/health', 'Health'];

/** Sign-in, carrying a path with the query and hash of the request. */
const signInFor = (path: string): Ending => [`/auth?next=${path}`, /^Pull up a chair and listen/];
const form = (name: string): Ending => [`/auth?form=${name}`, /^Pull up a chair and listen/];

/** A page behind the guard: signed out it asks to sign in, without a user type it leads to onboarding. */
const guarded = (path: string, artist: Ending[1], listener: Ending[1], admin: Ending[1]): Endings => [
  signInFor(path),
  [path, artist],
  [path, listener],
  [path, admin],
  onboarding,
];
const forAll = (path: string, heading: Ending[1]) => guarded(path, heading, heading, heading);
const everywhere = (ending: Ending): Endings => [ending, ending, ending, ending, ending];

// The admin of this journey is a listener.
const upload = guarded('/app/upload', 'Upload', 'Artist Access Required', 'Upload');
const queue = guarded('/app/review', 'Listener Access Required', 'Review Queue', 'Review Queue');
const tracks = guarded('/app/tracks', 'My Tracks', 'Artist Access Required', 'My Tracks');
const wallet = guarded('/app/wallet', 'Listener Access Required', 'Wallet', 'Wallet');
const analytics = guarded('/app/analytics', 'Analytics', 'Access Restricted', 'Analytics');
const myReviews = guarded('/app/my-reviews', 'Access Restricted', 'My Reviews', 'My Reviews');
const admin = guarded('/app/admin', 'Admin Access Required', 'Admin Access Required', 'Admin Panel');
const nobody = '00000000-0000-4000-8000-000000000000';
const artistMissing: Endings = everywhere(['~', 'Artist Not Found']);
const testKit = guarded('/app/admin/test-kit', 'Access Denied', 'Access Denied', 'Test Kit');
const adminOnly = guarded('/app/admin/elsewhere', 'Access Denied', 'Access Denied', /404/);
const setUp: Endings = [
  signInFor('/app/onboarding'),
  ['/app/onboarding', 'Access Restricted'],
  ['/app/onboarding', 'Access Restricted'],
  ['/app/onboarding', 'Access Restricted'],
  onboarding,
];
const home: Endings = [landing, myTracks, discover, discover, onboarding];
/** The way in leads whoever is signed in to the home of the user type. */
const entry = (signedOut: Ending): Endings => [
  signedOut,
  ['=/app/tracks', 'My Tracks'],
  ['=/app/discover', 'Hear it first'],
  ['=/app/discover', 'Hear it first'],
  ['=/app/onboarding', /^Welcome to/],
];

/** Every path of both readings, its aliases, and paths that do not exist. */
const paths: Readonly<Record<string, Endings>> = {
  '/': home,
  '/app': [signInFor('/app'), myTracks, discover, discover, onboarding],
  '/auth': entry(['/auth', /^Pull up a chair and listen/]),
  '/auth/elsewhere': entry(['/auth', /^Pull up a chair and listen/]),
  '/login': entry(form('sign-in')),
  '/signup': entry(form('sign-up')),
  '/auth/callback': everywhere(['~', 'This link does not work']),
  '/onboarding': setUp,
  '/app/onboarding': setUp,
  '/upload': upload,
  '/app/upload': upload,
  '/queue': queue,
  '/app/queue': queue,
  '/review': queue,
  '/app/review': queue,
  '/tracks': tracks,
  '/app/tracks': tracks,
  '/wallet': wallet,
  '/app/wallet': wallet,
  '/analytics': analytics,
  '/app/analytics': analytics,
  '/my-reviews': myReviews,
  '/app/my-reviews': myReviews,
  '/subscription': forAll('/app/subscription', 'Choose Your Plan'),
  '/app/subscription': forAll('/app/subscription', 'Choose Your Plan'),
  '/standing': forAll('/app/standing', 'Standing'),
  '/app/standing': forAll('/app/standing', 'Standing'),
  '/discover': forAll('/app/discover', 'Hear it first'),
  '/app/discover': forAll('/app/discover', 'Hear it first'),
  '/account': forAll('/app/profile', 'Profile'),
  '/app/account': forAll('/app/profile', 'Profile'),
  '/notices': forAll('/app/notices', 'Notices'),
  '/app/notices': forAll('/app/notices', 'Notices'),
  '/profile': forAll('/app/profile', 'Profile'),
  '/app/profile': forAll('/app/profile', 'Profile'),
  '/settings': forAll('/app/settings', 'Settings'),
  '/app/settings': forAll('/app/settings', 'Settings'),
  '/admin': admin,
  '/app/admin': admin,
  '/admin/test-kit': testKit,
  '/app/admin/test-kit': testKit,
  '/admin/elsewhere': adminOnly,
  '/app/admin/elsewhere': adminOnly,
  [`/artist/${nobody}`]: artistMissing,
  [`/app/artist/${nobody}`]: forAll(`/app/artist/${nobody}`, 'Artist Not Found'),
  '/example': everywhere(['~', 'Escape from Chaosland']),
  '/health': everywhere(['~', 'Health']),
  '/app/health': [['/health', 'Health'], health, health, health, onboarding],
  '/app/tracksx': forAll('/app/tracksx', /404/),
  '/app/analytics/x': guarded('/app/analytics/x', /404/, 'Access Restricted', /404/),
  '/app/tracks/x': guarded('/app/tracks/x', /404/, 'Access Restricted', /404/),
  '/app/wallet/x': guarded('/app/wallet/x', 'Access Restricted', /404/, /404/),
  '/tracksx': everywhere(missing),
  '/nowhere/at/all': everywhere(missing),
};

/** Query and hash that every path is opened with. */
const search = 'from=mail';
const hash = 'end';

/** Where the page must stand: the path with the query and hash it was opened with, wherever it leads. */
function placeOf(path: string, [wanted]: Ending): string {
  if (wanted.startsWith('=')) return wanted.slice(1);
  if (wanted.startsWith('/auth?next=')) {
    const next = `${wanted.slice('/auth?next='.length)}?${search}#${hash}`;
    return `/auth?${new URLSearchParams({ next })}`;
  }
  const [base = '', query] = (wanted === '~' ? path : wanted).split('?');
  return `${base}?${[search, query].filter(Boolean).join('&')}#${hash}`;
}

const visitors: Readonly<Record<Actor, Visitor>> = {
  'signed out': null,
  artist: { userType: 'artist' },
  listener: { userType: 'listener' },
  admin: { userType: 'listener', role: 'admin' },
  'no type': { userType: null },
};

test.each(actors)('every path leads somewhere sensible: %s', async (actor) => {
  answerEmptyPages();
  for (const [path, endings] of Object.entries(paths)) {
    const ending = endings[actors.indexOf(actor)];
    if (ending === undefined) throw new Error(`${path} has no ending for ${actor}.`);
    const history = await openApplication(`${path}?${search}#${hash}`, visitors[actor]);
    const heading = page.getByRole('heading', { level: 1, name: ending[1] });
    await expect.element(heading.first(), { message: `${path} as ${actor}` }).toBeVisible();
    expect(history.location.href, `${path} as ${actor}`).toBe(placeOf(path, ending));
  }
});

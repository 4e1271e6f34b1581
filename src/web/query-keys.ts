/**
 * The key of every query. Its first part is the name of its group: `queryKeys.wallet.all` reaches all queries of the wallet.
 * Realtime topics make whole groups old.
 */
export const queryKeys = {
  profile: { all: ['profile'] },
  settings: { all: ['settings'] },
  sessions: { all: ['sessions'] },
  'second-factor': { all: ['second-factor'] },
  environment: { all: ['environment'] },
  wallet: {
    all: ['wallet'],
    figures: ['wallet', 'figures'],
    payouts: ['wallet', 'payouts'],
    statement: ['wallet', 'statement'],
    year: (year: number) => ['wallet', 'year', year] as const,
  },
  subscriptions: {
    all: ['subscriptions'],
    status: ['subscriptions', 'status'],
    uploadEligibility: ['subscriptions', 'upload-eligibility'],
  },
  tracks: {
    all: ['tracks'],
    own: ['tracks', 'own'],
    one: (trackId: string) => ['tracks', 'one', trackId] as const,
  },
  queue: {
    all: ['queue'],
    /** Null: whichever comes next. */
    wanted: (trackId: string | null) => ['queue', trackId] as const,
  },
  reviews: {
    all: ['reviews'],
    stats: ['reviews', 'stats'],
    standing: ['reviews', 'standing'],
    own: ['reviews', 'own'],
    ofTrack: (trackId: string, after: string | null) => ['reviews', 'track', trackId, after] as const,
    analytics: ['reviews', 'analytics'],
    verdict: (trackId: string) => ['reviews', 'verdict', trackId] as const,
    verdictLines: (trackIds: readonly string[]) => ['reviews', 'verdict-lines', ...trackIds] as const,
    reviewed: (trackIds: readonly string[]) => ['reviews', 'reviewed', ...trackIds] as const,
  },
  discovery: {
    all: ['discovery'],
    overview: (filter: object) => ['discovery', 'overview', filter] as const,
    tracks: (filter: object) => ['discovery', 'tracks', filter] as const,
    search: (words: string, filter: object) => ['discovery', 'search', words, filter] as const,
    artist: (artistId: string) => ['discovery', 'artist', artistId] as const,
    artistTracks: (artistId: string) => ['discovery', 'artist', artistId, 'tracks'] as const,
    follow: (artistId: string) => ['discovery', 'follow', artistId] as const,
  },
  'own-data': { all: ['own-data'], deletion: ['own-data', 'deletion'] },
  admin: {
    all: ['admin'],
    stats: ['admin', 'stats'],
    billing: ['admin', 'billing'],
    reversals: ['admin', 'reversals'],
    books: ['admin', 'books'],
    payoutExports: ['admin', 'payout-exports'],
    payouts: (search: string) => ['admin', 'payouts', search] as const,
    reviews: (view: string, search: string) => ['admin', 'reviews', view, search] as const,
    users: (show: string, search: string) => ['admin', 'users', show, search] as const,
    user: (userId: string) => ['admin', 'user', userId] as const,
    clusters: (view: string) => ['admin', 'clusters', view] as const,
    cluster: (clusterId: string) => ['admin', 'cluster', clusterId] as const,
    subscriptions: (show: string, search: string) => ['admin', 'subscriptions', show, search] as const,
    activity: (filter: object) => ['admin', 'activity', filter] as const,
    entries: (listenerId: string | undefined) => ['admin', 'entries', listenerId] as const,
    listener: (email: string) => ['admin', 'listener', email] as const,
  },
  'test-kit': { all: ['test-kit'] },
  'demo-password': { all: ['demo-password'] },
} as const;

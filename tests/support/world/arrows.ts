import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

/** The areas in the order in which they may lean on one another: each only on those before it. */
export const areas = [
  'identity',
  'trust',
  'money',
  'plans',
  'music',
  'reviewing',
  'insight',
  'operation',
] as const;

const anyArea = `(${areas.join('|')})`;
/** A room that owns its stores: a folder of an area. Two areas are a room of their own. */
const anyRoom = `(identity|plans|(?:${areas.filter((area) => area !== 'identity' && area !== 'plans').join('|')})/[^/]+)`;
const testFiles = '\\.test\\.tsx?$';

/** What an area of the server may take from an adapter: its interface and its figures, never an implementation. */
const adapterInterfaces = [
  'database/(answer-once|columns|database|database-figures|fragment|joined-lookup|rate-limit|statement)',
  'jobs/(job-queue|job-schedule)',
  'mail/mail-transport',
  'payments/(billing|payout-service)',
  'push/push-service',
  'storage/(backups|object-storage|stored-object-rules|stored-pictures)',
  'telemetry/metrics',
].map((path) => `^src/server/adapters/${path}\\.ts$`);

const arrow = (
  name: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType => ({ name, severity: 'error', from, to });

const laterAreas = areas
  .slice(0, -1)
  .map((area, place) =>
    arrow(
      `${area}-knows-no-later-area`,
      { path: `^src/(contract|server|web)/${area}/` },
      { path: `^src/$1/(${areas.slice(place + 1).join('|')})/` },
    ),
  );

/** Every arrow that must not be there. */
export const forbiddenArrows: IRegularForbiddenRuleType[] = [
  arrow(
    'contract-knows-nobody',
    { path: '^src/contract/', pathNot: testFiles },
    { pathNot: ['^src/contract/', '^node_modules/zod/'] },
  ),
  arrow(
    'web-knows-the-server-only-through-the-contract',
    { path: '^src/web/' },
    { path: '^(src/server|migrations|scripts|tests|tools)/' },
  ),
  arrow(
    'server-knows-no-web',
    { path: '^src/server/', pathNot: testFiles },
    { path: '^(src/web|scripts|tests|tools)/' },
  ),
  ...laterAreas,
  arrow(
    'contract-foundations-know-no-area',
    { path: '^src/contract/[^/]+$', pathNot: ['/index\\.ts$', testFiles] },
    { path: `^src/contract/${anyArea}/` },
  ),
  arrow(
    'stores-are-private',
    { path: `^src/server/(?!${anyArea}/)` },
    { path: `^src/server/${anyArea}/.*-store\\.ts$` },
  ),
  arrow(
    'stores-are-private-to-their-room',
    { path: `^src/server/${anyRoom}/` },
    { path: `^src/server/${anyArea}/.*-store\\.ts$`, pathNot: '^src/server/$1/' },
  ),
  arrow('routes-are-private', { path: '^src/', pathNot: '^src/server/app\\.ts$' }, { path: '-routes\\.ts$' }),
  arrow('routes-call-use-cases', { path: '-routes\\.ts$' }, { path: '-store\\.ts$' }),
  arrow(
    'rules-are-pure',
    { path: '-rules\\.ts$' },
    { path: '^src/', pathNot: ['^src/contract/', '-rules\\.ts$', '^src/server/statistics/'] },
  ),
  arrow(
    'statistics-are-pure',
    { path: '^src/server/statistics/', pathNot: testFiles },
    { path: '^src/', pathNot: '^src/server/statistics/' },
  ),
  arrow(
    'only-stores-speak-sql',
    { path: '^src/server/', pathNot: ['-store\\.ts$', '^src/server/adapters/'] },
    { path: '^src/server/adapters/database/(fragment|statement)\\.ts$' },
  ),
  arrow(
    'areas-see-adapters-as-interfaces',
    { path: `^src/server/${anyArea}/`, pathNot: testFiles },
    { path: '^src/server/adapters/', pathNot: adapterInterfaces },
  ),
  arrow(
    'adapters-know-no-area',
    { path: '^src/server/adapters/', pathNot: testFiles },
    { path: `^src/server/(${anyArea}|http|settings|start)/` },
  ),
  arrow(
    'the-foundation-stands-on-nothing',
    { path: '^src/server/foundation/', pathNot: testFiles },
    { path: '^src/server/', pathNot: '^src/server/foundation/' },
  ),
  arrow('http-stands-above-the-areas', { path: `^src/server/${anyArea}/` }, { path: '^src/server/http/' }),
  arrow(
    'http-knows-areas-only-by-their-use-cases',
    { path: '^src/server/http/' },
    { path: '-(store|rules)\\.ts$', pathNot: '^src/contract/' },
  ),
  arrow(
    'the-kit-knows-no-area',
    { path: '^src/web/ui/' },
    { path: ['^src/web/(?!ui/)', `^src/contract/${anyArea}/`] },
  ),
  arrow('no-cycles', {}, { circular: true }),
];

/** Where reading starts: every other file must be reached from one of these. */
export const mainFiles = [
  'src/server/main.ts',
  'src/web/main.tsx',
  'src/web/worker/worker.ts',
  // The web build puts them behind JSX.
  'src/web/jsx/jsx-runtime.ts',
  'src/web/jsx/jsx-dev-runtime.ts',
  'src/web/landing/before-scripts.tsx',
  'src/web/landing/drawn-landing.ts',
  'src/web/music/discovery/drawn-artist.tsx',
  'src/web/insight/verdict/drawn-shared-verdict.tsx',
  'src/web/music/discovery/drawn-artist-page.ts',
  'src/web/music/circle/drawn-listen.tsx',
  'src/web/music/circle/listen-page.ts',
];
/** Started by name or by a command, not by import: worker threads, what the operator sets, emails that come back, pages of development only. */
export const startedByName = [
  /(audio-analysis|verdict)-worker\.ts$/,
  /^src\/server\/money\/books\/set-second-admin\.ts$/,
  /^src\/server\/adapters\/mail\/delivery-report\.ts$/,
  /^src\/web\/ui\/gallery\//,
  /^src\/web\/public\//,
];

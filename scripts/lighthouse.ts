import './check-node.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { api } from '#contract/index.ts';
import { findBrowser } from './find-browser.ts';
import { withSamples } from './with-samples.ts';

/** Downloaded on use: it has two hundred packages that nothing else needs. */
const lighthouse = 'lighthouse@12.8.2';
/** An odd number: the performance of one run says little. */
const runs = 5;
/** Each must be 1.0 in every run. Performance is only shown, because it depends on the machine. */
const perfect = ['accessibility', 'best-practices', 'seo'];

interface Report {
  readonly categories: Readonly<
    Record<string, { readonly score: number; readonly auditRefs: readonly { id: string }[] }>
  >;
  readonly audits: Readonly<Record<string, { readonly score: number | null }>>;
}

/** Runs in a process of its own, because the server runs in this one. */
async function measure(address: string): Promise<Report> {
  const words = ['--yes', lighthouse, address, '--output=json', '--quiet'];
  const { stdout } = await promisify(execFile)(
    'npx',
    [...words, '--chrome-flags=--headless=new --no-sandbox'],
    {
      env: { ...process.env, CHROME_PATH: findBrowser() },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  // The type is the part used here of Lighthouse's documented report.
  return JSON.parse(stdout) as Report;
}

/** Prints a page's scores, the median of the runs and the worst, and what costs points. Returns whether all required scores are perfect. */
async function judge(name: string, address: string): Promise<boolean> {
  const reports: Report[] = [];
  for (let run = 0; run < runs; run++) reports.push(await measure(address));
  process.stdout.write(`${name}\n`);
  for (const category of Object.keys(reports[0]?.categories ?? {})) {
    const scores = reports.map((report) => scoreOf(report, category)).sort((one, other) => one - other);
    const [median = 0, worst = 0] = [scores[(runs - 1) / 2], scores[0]];
    const lost = perfect.includes(category)
      ? new Set(reports.flatMap((report) => lostIn(report, category)))
      : [];
    process.stdout.write(
      `  ${category.padEnd(16)}${median.toFixed(2)}  worst ${worst.toFixed(2)}  ${[...lost].join(', ')}\n`,
    );
  }
  return perfect.every((category) => reports.every((report) => scoreOf(report, category) === 1));
}

const scoreOf = ({ categories }: Report, category: string): number => categories[category]?.score ?? 0;
const lostIn = ({ categories, audits }: Report, category: string): string[] =>
  scoreOf({ categories, audits }, category) === 1
    ? []
    : (categories[category]?.auditRefs ?? [])
        .map(({ id }) => id)
        .filter((id) => (audits[id]?.score ?? 1) < 1);

/** The path of the page of the artist with the newest track. */
async function artistAddress(url: string): Promise<string> {
  const { method, path, answer } = api.discovery.getAllPublicTracks;
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url + path, { method, headers, body: '{}' });
  const [newest] = answer.parse(await response.json()).items;
  if (!newest) throw new Error('The samples have no track.');
  return `${url}/artist/${newest.artistId}`;
}

await withSamples(async ({ url }) => {
  const pages = [
    ['Landing page', url],
    ['Artist page', await artistAddress(url)],
  ] as const;
  for (const [name, address] of pages) {
    if (!(await judge(name, address))) process.exitCode = 1;
  }
});

import './check-node.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { api } from '#contract/index.ts';
import { findBrowser } from './find-browser.ts';
import { withSamples } from './with-samples.ts';

/** Downloaded on use: it has two hundred packages that nothing else needs. */
const lighthouse = 'lighthouse@12.8.2';
/** Each must be 1.0. Performance is only shown, because it depends on the machine. */
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

/** Prints a page's scores and what costs it points. Returns whether all required scores are perfect. */
async function judge(name: string, address: string): Promise<boolean> {
  const { categories, audits } = await measure(address);
  process.stdout.write(`${name}\n`);
  for (const [category, { score, auditRefs }] of Object.entries(categories)) {
    const lost = auditRefs.map(({ id }) => id).filter((id) => (audits[id]?.score ?? 1) < 1);
    const reason = score < 1 && perfect.includes(category) ? `  ${lost.join(', ')}` : '';
    process.stdout.write(`  ${category.padEnd(16)}${score.toFixed(2)}${reason}\n`);
  }
  return perfect.every((category) => categories[category]?.score === 1);
}

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
    ['Front door', url],
    ['Artist page', await artistAddress(url)],
  ] as const;
  for (const [name, address] of pages) {
    if (!(await judge(name, address))) process.exitCode = 1;
  }
});

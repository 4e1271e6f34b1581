import './check-node.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { api } from '#contract/index.ts';
import { findBrowser } from './find-browser.ts';
import { withSamples } from './with-samples.ts';

/** Fetched when asked for: two hundred packages that nothing else needs. */
const lighthouse = 'lighthouse@12.8.2';
/** Each must be 1.0; performance is shown, and depends on the machine. */
const perfect = ['accessibility', 'best-practices', 'seo'];

interface Report {
  readonly categories: Readonly<
    Record<string, { readonly score: number; readonly auditRefs: readonly { id: string }[] }>
  >;
  readonly audits: Readonly<Record<string, { readonly score: number | null }>>;
}

/** Beside the server, which runs in this process. */
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
  // Lighthouse wrote it: the type is the part of its documented report that is read here.
  return JSON.parse(stdout) as Report;
}

/** Prints the scores of a page and what costs it points. Answers whether it is as good as it must be. */
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

/** The page of the artist whose track is newest. */
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

import './check-node.ts';
import { join } from 'node:path';
import { auditRules, reviewRules } from '#contract/money/books/audit-rules.ts';
import { diskSeals } from '#server/adapters/storage/disk-seals.ts';
import { auditBooks, auditReviews } from '#server/money/books/audit-books.ts';
import { openKeys } from '#server/start/open-parts.ts';
import { readCommand, withOwnerDatabase } from './owner-database.ts';

const { words, config: settings } = readCommand();
const [option, reason] = words;
const isRestart = option === '--new-seals';
if (option !== undefined && !(isRestart && reason)) {
  process.stderr.write('Usage: npm run audit\n       npm run audit -- --new-seals REASON\n');
  process.exit(2);
}

const say = (text: string) => process.stdout.write(`${text}\n`);

/** While an audit waits for the ledger, new entries wait behind it: it gives up as early as the server does. */
const serverPatience = 1;

await withOwnerDatabase(
  settings,
  async ({ config, database, clock }) => {
    const keys = await openKeys(config, database);
    const seals = diskSeals(join(config.dataDirectory, 'seals'));
    const { findings, seal } = await auditBooks({ config, database, clock, keys, seals }, reason);
    const reviewFindings = await auditReviews({ database });
    const all = [...findings, ...reviewFindings];
    for (const [rule, text] of Object.entries({ ...auditRules, ...reviewRules })) {
      const found = all.filter((finding) => finding.rule === rule);
      say(`${rule.padEnd(4)}${found.length === 0 ? 'ok      ' : 'FOUND   '}${text}`);
      for (const { subject, detail } of found) say(`            ${subject}: ${detail}`);
    }
    say(
      seal
        ? `Seal ${seal.number}: ${seal.entries} entries, ${seal.digest}, ${seal.sealedAt}`
        : 'No seal was created.',
    );
    if (all.length > 0) process.exitCode = 1;
    if (findings.length === 0) return;
    say('Payouts are halted until an audit finds nothing and an admin lifts the halt.');
  },
  serverPatience,
);

import '../../scripts/check-node.ts';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { runTrust } from '#tests/support/trust/run-trust.ts';
import { strategies } from '#tests/support/trust/strategies.ts';
import { openTrustDatabases } from './trust-databases.ts';
import { report } from './trust-report.ts';

const usage = `Simulates days in which bots with different strategies and honest listeners in 20 languages use the real server, with a
stepped clock and the defaults of production. Prints how much each strategy earned and what stopped it.

  npm run bench:trust [-- --small] [-- --honest 400] [--accounts 100] [--days 30] [--minutes N] [--table FILE]
    [--strategy NAME ...]

The full size took an hour and a half on two busy cores. --small (40 listeners and 8 accounts per strategy for 10 days) took two minutes.
--minutes stops it after that time, and Ctrl-C immediately; it then reports the days that it completed. --table writes the
report to FILE after each day. --strategy NAME, which can be repeated, runs only these strategies.
Exits with 1 if the results miss a target of the design.`;

const { values } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    honest: { type: 'string' },
    accounts: { type: 'string' },
    days: { type: 'string' },
    tracks: { type: 'string' },
    minutes: { type: 'string' },
    table: { type: 'string' },
    strategy: { type: 'string', multiple: true },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(usage);
else {
  const started = performance.now();
  const usual = values.small
    ? { honest: 40, accounts: 8, days: 10 }
    : { honest: 400, accounts: 100, days: 30 };
  const honest = Number(values.honest ?? usual.honest);
  const accounts = Number(values.accounts ?? usual.accounts);
  const days = Number(values.days ?? usual.days);
  // About as many places as reviews, so that tracks fill up and new ones come to the front of the queue.
  const only = values.strategy ?? strategies.map(({ name }) => name);
  const unknown = only.filter((name) => !strategies.some((strategy) => strategy.name === name));
  if (unknown.length > 0) throw new Error(`There is no strategy ${unknown.join(' and no ')}.`);
  const tracks = Number(
    values.tracks ?? Math.ceil(60 + honest * days * 0.03 + accounts * only.length * 0.35),
  );
  const passed = () => (performance.now() - started) / 60_000;
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (isStopped = true));
  const machine = () =>
    `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${passed().toFixed(1)} minutes`;
  const run = await runTrust({ honest, accounts, days, tracks, only }, await openTrustDatabases(), {
    onDay: (soFar) => {
      const { size, reviews } = soFar;
      console.error(`day ${size.days} after ${passed().toFixed(1)} minutes: ${reviews.length} reviews`);
      if (values.table !== undefined) writeFileSync(values.table, `${report(soFar).text}\n${machine()}\n`);
    },
    isOver: () => isStopped || passed() > Number(values.minutes ?? Number.POSITIVE_INFINITY),
  });
  const { text, missed } = report(run);
  console.log(`${text}\n${machine()}`);
  process.exitCode = missed === 0 ? 0 : 1;
}

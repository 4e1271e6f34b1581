import '../../scripts/check-node.ts';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { runTrust } from './trust/run-trust.ts';
import { report } from './trust/trust-report.ts';

const usage = `Lets strategies of bots and honest people in 20 languages work side by side for days, through the real server with a
stepped clock and the defaults of production, and says how much each strategy took and what stopped it.

  npm run bench:trust [-- --honest 400] [--accounts 100] [--days 30] [--tracks 90]

The defaults take hours; --honest 60 --accounts 10 some minutes. Exits with 1 when a bar of the design is missed.`;

const { values } = parseArgs({
  options: {
    honest: { type: 'string', default: '400' },
    accounts: { type: 'string', default: '100' },
    days: { type: 'string', default: '30' },
    tracks: { type: 'string', default: '90' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(usage);
else {
  const started = performance.now();
  const size = {
    honest: Number(values.honest),
    accounts: Number(values.accounts),
    days: Number(values.days),
    tracks: Number(values.tracks),
  };
  const missed = report(await runTrust(size));
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${minutes} minutes`);
  process.exitCode = missed === 0 ? 0 : 1;
}

import { parseArgs } from 'node:util';
import { type Bar, clears } from './simulations/bars.ts';
import { falseClusterBars, foundClusterBars } from './simulations/clusters.ts';
import { stayingClaimBars, versionBars } from './simulations/comparison.ts';
import { ratingBars } from './simulations/ratings.ts';
import { stayingBars } from './simulations/staying.ts';

/*
 * Tests the statistics of a track's verdict: simulated listeners with a known truth, the product's own functions, fixed
 * seeds. `--tracks 200` simulates fewer tracks. Fails if a limit is missed.
 */

const { values } = parseArgs({ options: { tracks: { type: 'string', default: '2000' } } });
const tracks = Number(values.tracks);

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

function barText({ atLeast, atMost }: Bar): string {
  const parts = [
    ...(atLeast === undefined ? [] : [`at least ${percent(atLeast)}`]),
    ...(atMost === undefined ? [] : [`at most ${percent(atMost)}`]),
  ];
  return parts.join(', ');
}

const simulations = [
  () => stayingBars(tracks),
  () => ratingBars(tracks),
  () => falseClusterBars(tracks),
  () => foundClusterBars(Math.ceil(tracks / 4)),
  () => stayingClaimBars(tracks),
  versionBars,
];

process.stdout.write('| What | Figure | Bar |\n|---|---|---|\n');
for (const simulate of simulations)
  for (const bar of simulate()) {
    if (!clears(bar)) process.exitCode = 1;
    const missed = clears(bar) ? '' : ' MISSED';
    process.stdout.write(`| ${bar.of} | ${percent(bar.figure)} | ${barText(bar)}${missed} |\n`);
  }

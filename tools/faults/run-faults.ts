import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { makeLoadWorld } from '../load/load-world.ts';
import type { CheckOutcome, FaultOutcome, FaultSize } from './fault.ts';
import { type Clients, makeClients } from './fault-run.ts';
import { checks, faults, type Scenario } from './faults.ts';

const usage = `Breaks a running Earshot while clients move money, and compares the responses with the stored data.

  npm run test:faults [-- --only F1,L1] [--nightly] [--clients 32] [--seconds N] [--times N] [--users N] [--patience 1]

Passes if no acknowledged write is lost, nothing happens twice, the ledger's audit finds nothing, no response is an error
other than 503, and each fault's own check passes. --patience multiplies the time limits, for a busy machine.`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    nightly: { type: 'boolean', default: false },
    clients: { type: 'string', default: '32' },
    seconds: { type: 'string' },
    times: { type: 'string' },
    users: { type: 'string' },
    patience: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});

const isServerError = (status: number) => status >= 500 && status !== 503;
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 429;

/** All promises that did not hold. */
function brokenPromises({ figures, broken }: FaultOutcome): string[] {
  const wrong = figures.failures.filter(({ status }) => isServerError(status) || isRefusal(status));
  return [
    ...(figures.acknowledged === 0 ? ['nothing was acknowledged'] : []),
    ...(figures.lost > 0 ? [`${figures.lost} acknowledged acts are lost`] : []),
    ...(figures.doubled > 0 ? [`${figures.doubled} acts were done twice`] : []),
    ...(figures.audit > 0 ? [`the audit found ${figures.audit}`] : []),
    ...(wrong.length > 0
      ? [`${wrong.length} wrong answers, such as ${wrong[0]?.status} ${wrong[0]?.code}`]
      : []),
    ...broken,
  ];
}

function lineOf({ figures, back }: FaultOutcome): string {
  const unanswered = figures.failures.filter(({ status }) => status === 0).length;
  const busy = figures.failures.filter(({ status }) => status === 503).length;
  const slowest = Math.max(0, ...back);
  return `${figures.acknowledged} acknowledged, ${figures.lost} lost, ${figures.doubled} doubled, audit ${figures.audit}; ${busy} x 503, ${unanswered} unanswered; slowest ${Math.round(figures.slowestMs)} ms, back after at most ${slowest} ms`;
}

/** The size from the command line, else the scenario's own for this kind of run. */
function sizeOf({ perCommit = {}, nightly = {} }: Scenario): FaultSize {
  const own = values.nightly ? { ...perCommit, ...nightly } : perCommit;
  const { times = 1, seconds = values.nightly ? 300 : 15, users = 1 } = own;
  return {
    times: Number(values.times ?? times),
    seconds: Number(values.seconds ?? seconds),
    users: Number(values.users ?? users),
    patience: Number(values.patience),
  };
}

async function main(): Promise<number> {
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const wanted = values.only.split(',').filter(Boolean);
  const isWanted = (name: string) =>
    wanted.length === 0 ||
    wanted.some((start) => name.startsWith(start) && !/^\d/.test(name.slice(start.length)));
  const world = await makeLoadWorld();
  let failed = 0;
  let clients: Clients | undefined;
  const telling = async (name: string, promise: string, run: () => Promise<CheckOutcome>) => {
    // A scenario that throws must not stop the others.
    const { broken, line } = await run().catch((error: unknown) => ({
      broken: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
      line: 'broke off',
    }));
    failed += broken.length > 0 ? 1 : 0;
    console.log(`${broken.length > 0 ? 'FAILED' : 'passed'}  ${name} (${promise})\n        ${line}`);
    for (const one of broken) console.log(`        ! ${one}`);
  };
  try {
    console.log(`${values.clients} clients, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
    for (const { fault, ...scenario } of faults) {
      if (!isWanted(fault.name)) continue;
      const size = sizeOf(scenario);
      await telling(`${fault.name} x ${size.times}`, fault.promise, async () => {
        clients ??= await makeClients(world, Number(values.clients));
        const outcome = await fault.run(world, clients, size);
        return { broken: brokenPromises(outcome), line: lineOf(outcome) };
      });
    }
    for (const { check, ...scenario } of checks) {
      if (!isWanted(check.name)) continue;
      const size = sizeOf(scenario);
      await telling(`${check.name} x ${size.times}`, check.promise, () => check.run(world, size));
    }
    console.log(failed === 0 ? 'Every promise held.' : `${failed} did not hold.`);
    return failed === 0 ? 0 : 1;
  } finally {
    await world.close();
  }
}

process.exitCode = await main();

import { type ChildProcess, spawn } from 'node:child_process';

export interface Step {
  /** Its name on the command line. */
  readonly key: string;
  readonly title: string;
  readonly command: readonly [program: string, ...words: string[]];
  /** Keys of the steps that must pass first. Steps that were not requested are ignored. */
  readonly after?: readonly string[];
}

type Write = (text: string) => void;
type State = 'waiting' | 'running' | 'passed' | 'failed' | 'skipped';

interface Run {
  readonly step: Step;
  state: State;
  /** Output that has not been shown yet. */
  held: string;
  /** The last of all it printed. */
  end: string;
}

/** Enough for the failures that Vitest and Playwright list at their end. */
const endCharacters = 6_000;

const onWindows = process.platform === 'win32';
const isOver = ({ state }: Run) => state === 'passed' || state === 'failed' || state === 'skipped';

/**
 * Runs steps in parallel as far as `after` allows. Shows their output in the order of the list, the first unfinished step
 * live. After a failure, starts no new step, and at the end repeats the last output of failed steps, because long logs
 * are often cut. A signal stops all running steps. Returns whether all passed.
 */
export async function runSteps(
  steps: readonly Step[],
  write: Write = (text) => process.stdout.write(text),
): Promise<boolean> {
  const runs: Run[] = steps.map((step) => ({ step, state: 'waiting', held: '', end: '' }));
  const children = new Set<ChildProcess>();
  let isStopping = false;
  let stoppedAt = 0;

  // Both test runners clean up only on SIGINT. One key press can arrive twice; a second press after 1 s forces the
  // stop.
  const stop = () => {
    const isAgain = isStopping && performance.now() - stoppedAt > 1000;
    if (isStopping && !isAgain) return;
    isStopping = true;
    stoppedAt = performance.now();
    for (const child of children) signalTree(child, isAgain ? 'SIGKILL' : 'SIGINT');
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  try {
    await new Promise<void>((finish) => {
      const advance = () => {
        show(runs, write);
        for (const run of runs) if (run.state === 'waiting') begin(run);
        show(runs, write);
        if (runs.every(isOver)) finish();
      };
      const begin = (run: Run) => {
        const before = runs.filter(({ step }) => run.step.after?.includes(step.key));
        if (isStopping || runs.some(({ state }) => state === 'failed')) run.state = 'skipped';
        else if (before.every(({ state }) => state === 'passed')) start(run);
      };
      const start = (run: Run) => {
        run.state = 'running';
        const started = performance.now();
        const say = (text: string) => {
          run.held += text;
          run.end = (run.end + text).slice(-endCharacters);
          show(runs, write);
        };
        say(`\n== ${run.step.title}\n`);
        const child = launch(run.step.command);
        children.add(child);
        child.stdout?.setEncoding('utf8').on('data', say);
        child.stderr?.setEncoding('utf8').on('data', say);
        child.on('error', (error) => say(`${error.message}\n`));
        child.on('close', (code) => {
          children.delete(child);
          const seconds = ((performance.now() - started) / 1000).toFixed(1);
          say(`== ${run.step.title}: ${code === 0 ? '' : 'failed after '}${seconds} s\n`);
          run.state = code === 0 ? 'passed' : 'failed';
          advance();
        });
      };
      advance();
    });
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
  const failed = runs.filter(({ state }) => state === 'failed');
  const last = runs.findLast(({ end }) => end !== '');
  for (const run of failed) if (run !== last) write(`\n== The end of ${run.step.title}\n${run.end}`);
  if (failed.length > 0) write(`\nFailed: ${failed.map(({ step }) => step.title).join(', ')}\n`);
  return !isStopping && failed.length === 0;
}

/** Shows the output of finished steps in order, then that of the first unfinished one. */
function show(runs: readonly Run[], write: Write): void {
  for (const run of runs) {
    if (run.held !== '') write(run.held);
    run.held = '';
    if (!isOver(run)) return;
  }
}

const launch = ([program, ...words]: Step['command']): ChildProcess =>
  spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: onWindows,
    // A separate process group, so that a signal reaches each of its processes exactly once.
    detached: !onWindows,
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) },
  });

function signalTree(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (onWindows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The process has already ended.
  }
}

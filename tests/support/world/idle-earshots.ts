import type { Earshot } from './earshot.ts';

export interface RunningEarshot {
  readonly earshot: Omit<Earshot, 'close'>;
  /** Closes idle connections. Answers whether nothing goes on that could still change something. */
  settle(): Promise<boolean>;
  /** Ends the server, which waits for running requests. */
  stop(): Promise<void>;
  /** What the audit of its ledger finds. */
  audit(): Promise<string[]>;
  /** Forgets what it was used for. Answers false if it can't, and must not be used again. */
  empty(): Promise<boolean>;
  /** Removes what a stopped one leaves. */
  remove(): Promise<void>;
}

/**
 * Each can open 17 connections to its database: with one in use, three processes stay below the 200 of their cluster. Few tests
 * need the same unusual settings.
 */
const mostIdle = 2;

/**
 * The applications that no test uses now, by their settings, the least recently used one first. Each process of tests has its
 * own; they end with it, and their databases with the cluster of the run.
 */
const idle = new Map<string, RunningEarshot>();

/** An application with these settings, if one is idle. */
export function takeIdle(settings: string | undefined): RunningEarshot | undefined {
  if (settings === undefined) return undefined;
  const running = idle.get(settings);
  idle.delete(settings);
  return running;
}

/**
 * Keeps an application for the next test with these settings, or ends it. A test after which the books are not clean fails.
 * @param settings undefined for one that no other test may use
 */
export async function leaveIdle(settings: string | undefined, running: RunningEarshot): Promise<void> {
  const mayBeKept =
    settings !== undefined && !idle.has(settings) && (await running.settle().catch(() => false));
  if (!mayBeKept) await running.stop();
  // Only now has everything happened that the test has begun.
  const alarms = await running.audit();
  const unclean = alarms.length > 0 ? [new Error(`The audit of the ledger found: ${alarms.join('; ')}`)] : [];
  try {
    if (mayBeKept && (await running.empty().catch(() => false))) await keep(settings, running);
    else await end(running, mayBeKept);
  } catch (error) {
    throw unclean.length > 0 ? new AggregateError([...unclean, error], String(unclean[0])) : error;
  }
  for (const error of unclean) throw error;
}

async function keep(settings: string, running: RunningEarshot): Promise<void> {
  idle.set(settings, running);
  const [oldest] = idle;
  if (!oldest || idle.size <= mostIdle) return;
  idle.delete(oldest[0]);
  await end(oldest[1], true);
}

async function end(running: RunningEarshot, isRunning: boolean): Promise<void> {
  if (isRunning) await running.stop();
  await running.remove();
}

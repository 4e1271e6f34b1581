import type { Earshot } from './earshot.ts';

export interface RunningEarshot {
  readonly earshot: Omit<Earshot, 'close'>;
  /** What the audit of its ledger finds. */
  audit(): Promise<string[]>;
  /** Forgets what it was used for. Answers false if it can't, and must not be used again. */
  empty(): Promise<boolean>;
  end(): Promise<void>;
}

/** Each may have seventeen database connections, of the 200 that the three processes share. Few tests need the same unusual settings. */
const most = 2;

/**
 * The applications that no test uses now, by their settings, the last used one last. Each process of tests has its own; they end
 * with it, and their databases with the cluster of the run.
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
  let alarms: string[];
  let isKept = false;
  try {
    alarms = await running.audit();
    isKept = settings !== undefined && !idle.has(settings) && (await running.empty());
  } finally {
    if (!isKept) await running.end();
  }
  if (isKept && settings !== undefined) {
    idle.set(settings, running);
    await endOldest();
  }
  if (alarms.length > 0) throw new Error(`The audit of the ledger found: ${alarms.join('; ')}`);
}

async function endOldest(): Promise<void> {
  const [oldest] = idle;
  if (!oldest || idle.size <= most) return;
  const [settings, running] = oldest;
  idle.delete(settings);
  await running.end();
}

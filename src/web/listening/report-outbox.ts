import type { ListeningProgress } from '#contract/listening.ts';
import type { PlayReport } from './listening-session.ts';

const retryMilliseconds = 1000;

export interface OutboxEnds {
  readonly send: (report: PlayReport) => Promise<ListeningProgress>;
  readonly answered: (progress: ListeningProgress) => void;
  /** The report could not be delivered. True: try again in a second; false: give it up. */
  readonly failed: (error: unknown) => boolean;
}

export interface ReportOutbox {
  readonly post: (report: PlayReport) => void;
  /** Resolves when nothing is waiting any more. */
  readonly delivered: () => Promise<void>;
  /** Delivers what is waiting, without trying anything twice. */
  readonly close: () => void;
}

/**
 * Delivers reports one after the other, as the server's clock needs them in order. While one waits for the network,
 * the latest beat stands for all beats before it.
 */
export function createReportOutbox({ send, answered, failed }: OutboxEnds): ReportOutbox {
  const waiting: PlayReport[] = [];
  let isDelivering = false;
  let delivery = Promise.resolve();
  let isClosed = false;

  async function deliver(): Promise<void> {
    isDelivering = true;
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      try {
        const progress = await send(next);
        waiting.shift();
        if (!isClosed) answered(progress);
      } catch (error) {
        if (isClosed || !failed(error)) waiting.shift();
        else {
          await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
          // The later of two beats vouches for more: nothing is on its way at this moment.
          if (waiting[0]?.event === 'beat' && waiting[1]?.event === 'beat') waiting.shift();
        }
      }
    }
    isDelivering = false;
  }

  return {
    post: (report) => {
      const isLastBeat = waiting.length > 1 && waiting.at(-1)?.event === 'beat' && report.event === 'beat';
      if (isLastBeat) waiting.pop();
      waiting.push(report);
      if (!isDelivering) delivery = deliver();
    },
    delivered: () => delivery,
    close: () => {
      isClosed = true;
    },
  };
}

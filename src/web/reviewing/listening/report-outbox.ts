const retryMilliseconds = 1000;

/** What is delivered: a report of playback, or a mark of a moment. */
interface Report {
  readonly event: string;
}

export interface OutboxEnds<R extends Report, Answer> {
  readonly send: (report: R) => Promise<Answer>;
  readonly answered: (answer: Answer, report: R) => void;
  /** The report failed. Return true to retry in a second, false to give up. */
  readonly failed: (error: unknown, report: R) => boolean;
}

export interface ReportOutbox<R extends Report> {
  readonly post: (report: R) => void;
  /** Resolves when nothing is waiting anymore. */
  readonly delivered: () => Promise<void>;
  /** Sends what is waiting, without retries. */
  readonly close: () => void;
}

/**
 * Sends reports one after the other, because the server's clock needs them in order. While one waits for the network,
 * the latest beat replaces earlier beats.
 */
export function createReportOutbox<R extends Report, Answer>({
  send,
  answered,
  failed,
}: OutboxEnds<R, Answer>): ReportOutbox<R> {
  const waiting: R[] = [];
  let isDelivering = false;
  let delivery = Promise.resolve();
  let isClosed = false;

  async function deliver(): Promise<void> {
    isDelivering = true;
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      try {
        const answer = await send(next);
        waiting.shift();
        if (!isClosed) answered(answer, next);
      } catch (error) {
        if (isClosed || !failed(error, next)) waiting.shift();
        else {
          await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
          // The later of two beats covers more, and none is being sent right now.
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

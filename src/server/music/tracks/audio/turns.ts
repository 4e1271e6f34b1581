/** Runs tasks one at a time, in order. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs the task once all earlier ones have ended, whether they succeeded or not. */
  take<Result>(task: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(task, task);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

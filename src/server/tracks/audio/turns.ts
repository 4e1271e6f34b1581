/** Lets one task run at a time, in the order in which they came. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs the task when all before it are done, however they ended. */
  take<Result>(task: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(task, task);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

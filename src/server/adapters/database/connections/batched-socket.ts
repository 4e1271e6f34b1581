import { Socket } from 'node:net';

/** A socket that combines all writes of one event-loop turn, because each send wakes the other side. */
export class BatchedSocket extends Socket {
  /** `pg` corks before and uncorks after each statement; delaying the uncork lets the whole turn go out at once. */
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}

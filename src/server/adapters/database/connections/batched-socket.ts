import { Socket } from 'node:net';

/** A socket that sends what is written in one turn of the event loop together: each send wakes the other side. */
export class BatchedSocket extends Socket {
  /** `pg` corks for each statement and uncorks behind it; the last one of the turn lets them all go. */
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}

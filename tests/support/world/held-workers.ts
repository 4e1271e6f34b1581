import { onTestFinished } from 'vitest';

const realWorker = window.Worker;

/**
 * Lets threads start, but gives them nothing to do until `release`, or the test ends.
 * @returns also how many have not ended
 */
export function holdWorkers(): { readonly release: () => void; readonly running: () => number } {
  let held: (() => void)[] | undefined = [];
  let running = 0;
  window.Worker = class extends realWorker {
    constructor(...made: ConstructorParameters<typeof Worker>) {
      super(...made);
      running += 1;
    }
    override postMessage(message: unknown, given?: StructuredSerializeOptions | Transferable[]) {
      const send = () =>
        Array.isArray(given) ? super.postMessage(message, given) : super.postMessage(message, given);
      if (held) held.push(send);
      else send();
    }
    override terminate() {
      running -= 1;
      super.terminate();
    }
  };
  onTestFinished(() => {
    window.Worker = realWorker;
  });
  const release = () => {
    for (const send of held ?? []) send();
    held = undefined;
  };
  return { release, running: () => running };
}

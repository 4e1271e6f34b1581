/**
 * The longest time that one turn of the event loop took while this work ran, in milliseconds of processor time of this
 * thread: a busy machine stretches the clock, but not what the thread itself computes.
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  let last = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  await work();
  // One more turn: the last one has to be looked at, too.
  await new Promise<void>((resolve) => setImmediate(resolve));
  isDone = true;
  return longest;
}

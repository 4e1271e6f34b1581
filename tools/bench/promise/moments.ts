/** The index of the first moment after this one, in order. */
export function firstAfter(moments: readonly number[], moment: number): number {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle] ?? 0) > moment) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** By how many milliseconds the server's clock differs from the device's, which may be wrong by hours. */
let difference = 0;
/** The server's time comes in whole seconds, and a slow response makes it late. */
const tolerated = 30_000;

/** @param date the `Date` header of a response */
export function noteServerTime(date: string | null): void {
  const measured = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(measured)) difference = Math.abs(measured) > tolerated ? measured : 0;
}

/** The time that the server's dates are compared with. */
export const currentTime = (): Date => new Date(Date.now() + difference);

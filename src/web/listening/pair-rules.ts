/** Nearer than this nobody hears a jump. */
const evenSeconds = 0.02;
/** Further than this the silent one jumps; nearer it runs a little faster or slower until it is there. */
const jumpSeconds = 0.3;
const haste = 0.04;

/** What brings the silent one of two players to the place of the audible one. */
interface Correction {
  readonly jumps: boolean;
  /** By what its speed differs from that of the audible one. */
  readonly rate: number;
}

/** @param ahead seconds by which the silent one is ahead */
export function correction(ahead: number): Correction {
  if (Math.abs(ahead) > jumpSeconds) return { jumps: true, rate: 1 };
  if (Math.abs(ahead) <= evenSeconds) return { jumps: false, rate: 1 };
  return { jumps: false, rate: ahead > 0 ? 1 - haste : 1 + haste };
}

/** The time that all decisions and expiries use. Tests control it. */
export interface Clock {
  now(): Date;
}

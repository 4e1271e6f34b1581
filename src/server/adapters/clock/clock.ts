/** The time that decides: what may count, expire or be decided. Tests own it. */
export interface Clock {
  now(): Date;
}

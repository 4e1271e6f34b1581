/**
 * After the paid minute: `offered`, the listener may choose to keep listening; `chosen`, they did, and it counts; `over`,
 * what plays from now on is not counted.
 */
export const stayStates = ['offered', 'chosen', 'over'] as const;
export type StayState = (typeof stayStates)[number];

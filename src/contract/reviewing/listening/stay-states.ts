/**
 * After the paid minute. `offered`: the listener may choose to keep listening. `chosen`: they did, and it counts.
 * `over`: further playback does not count.
 */
export const stayStates = ['offered', 'chosen', 'over'] as const;
export type StayState = (typeof stayStates)[number];

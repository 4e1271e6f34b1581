/** The most push notifications in 24 hours. */
export const pushesADay = 2;

/** The hours of the day, on the listener's clock, in which none is sent. */
export const quietHours = { from: 22, to: 8 } as const;

import { quietHours } from '#contract/identity/push-rules.ts';

/** Whether it is night on the clock of a time zone. Always, if this server does not know the zone. */
export function isNight(timeZone: string, now: Date): boolean {
  const hour = hourIn(timeZone, now);
  return hour >= quietHours.from || hour < quietHours.to;
}

function hourIn(timeZone: string, now: Date): number {
  try {
    return Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now));
  } catch (error) {
    if (error instanceof RangeError) return quietHours.from;
    throw error;
  }
}

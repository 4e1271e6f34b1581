const whole = (seconds: number) => (Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0);

/** Formats seconds like a clock: 65 is `1:05`, 3725 is `1:02:05`. */
export function formatDuration(seconds: number): string {
  const total = whole(seconds);
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor(total / 60) % 60;
  const rest = String(total % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** Formats seconds for screen readers: 65 is `1 minute 5 seconds`. */
export function spokenDuration(seconds: number): string {
  const total = whole(seconds);
  const minutes = Math.floor(total / 60);
  const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  const rest = counted(total % 60, 'second');
  return minutes > 0 ? `${counted(minutes, 'minute')} ${rest}` : rest;
}

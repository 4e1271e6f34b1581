/** Formats hours for people: minutes below one hour, and never 0 for someone who has listened. */
export function listeningTime(hours: number): string {
  if (hours >= 1) return `${hours.toFixed(1)} h`;
  const minutes = Math.floor(hours * 60);
  return `${hours > 0 ? Math.max(1, minutes) : 0} min`;
}

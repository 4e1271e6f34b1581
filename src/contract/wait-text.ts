/** `45 s`, `4 min 35 s`, `15 min`, `2 h 5 min`. */
export function waitText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? joined(minutes, 'min', seconds % 60, 's')
    : joined(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

const joined = (large: number, unit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;

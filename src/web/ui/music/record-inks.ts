/** The two inks of a print: the disc, and its grooves, label and square. */
export interface Inks {
  disc: string;
  groove: string;
}

/** Every disc contrasts with both themes, and every groove with its disc. */
export const inkPairs: readonly Inks[] = [
  { disc: '#ffb224', groove: '#2b1733' },
  { disc: '#ff7a68', groove: '#3d0d1b' },
  { disc: '#b59bff', groove: '#231044' },
  { disc: '#4fc79c', groove: '#08302d' },
  { disc: '#6cb4ee', groove: '#101f4d' },
  { disc: '#e6d3ae', groove: '#4a1420' },
];

/** FNV-1a, 32 bits: always the same number for an id. */
export function stableNumber(id: string): number {
  let hash = 0x811c9dc5;
  for (const letter of id) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

export function inksFor(id: string): Inks {
  const pair = inkPairs[stableNumber(id) % inkPairs.length];
  if (pair === undefined) throw new Error('There are no inks.');
  return pair;
}

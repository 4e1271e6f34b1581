/** A plausible track for the gallery: an intro, verses, louder choruses, a break and an end, with a beat. */
export function samplePeaks(seed: number, count = 800): number[] {
  let state = seed * 2654435761 + 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const parts = Array.from({ length: 7 }, () => 0.25 + 0.7 * random());
  const beat = 9 + Math.floor(random() * 12);
  return Array.from({ length: count }, (_, index) => {
    const place = (index / count) * (parts.length - 1);
    const part = parts[Math.round(place)] ?? 0.5;
    const edge = Math.min(1, index / 40, (count - index) / 60);
    const pulse = 0.72 + 0.28 * Math.abs(Math.sin((index * Math.PI) / beat));
    return Math.min(1, Math.max(0.03, edge * part * pulse * (0.75 + 0.45 * random())));
  });
}

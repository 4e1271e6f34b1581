type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** The position that a key on the waveform's slider seeks, in seconds; null for other keys. */
export function soughtByKey(
  { key, altKey, ctrlKey, metaKey }: Key,
  position: number,
  duration: number,
): number | null {
  const steps = new Map([
    ['ArrowLeft', -5],
    ['ArrowDown', -5],
    ['ArrowRight', 5],
    ['ArrowUp', 5],
    ['PageDown', -15],
    ['PageUp', 15],
    ['Home', -position],
    ['End', duration - position],
  ]);
  const step = steps.get(key);
  if (step === undefined || altKey || ctrlKey || metaKey) return null;
  return Math.min(duration, Math.max(0, position + step));
}

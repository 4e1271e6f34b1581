const slot = 'earshot-volume';

/** The last volume, 0 to 1; full by default. */
export function storedVolume(): number {
  try {
    const kept = Number(localStorage.getItem(slot) ?? '1');
    return kept >= 0 && kept <= 1 ? kept : 1;
  } catch {
    return 1;
  }
}

export function storeVolume(volume: number): void {
  try {
    localStorage.setItem(slot, String(volume));
  } catch {
    // Without storage the volume lasts as long as the page.
  }
}

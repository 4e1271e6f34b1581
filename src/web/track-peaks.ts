const quiet = new Uint8Array(800).fill(40);

/** The loudness peaks of a track (base64 of one byte each) as bytes; an even, quiet line while there are none. */
export function trackPeaks(encoded: string | null): Uint8Array {
  if (encoded === null) return quiet;
  return Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
}

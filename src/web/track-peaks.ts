const quiet = new Uint8Array(800).fill(40);

/** Decodes a track's peaks (base64, one byte each); a quiet, even line if there are none. */
export function trackPeaks(encoded: string | null): Uint8Array {
  if (encoded === null) return quiet;
  return Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
}

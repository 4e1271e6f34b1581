const frameBytes = 417;

/** Frames of silence at 128 kbit/s, and zeros if the last one does not fit. */
export function aChosenMp3(bytes = 500 * frameBytes): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(bytes);
  for (let at = 0; at + frameBytes <= bytes; at += frameBytes) file.set([0xff, 0xfb, 0x90, 0x00], at);
  return file;
}

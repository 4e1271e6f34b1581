const rate = 8000;

/** The address of so many seconds of silence, as a file that the browser plays and seeks in: WAV, 8 kHz, 8 bit, mono. */
export function silentTrack(seconds: number): string {
  const samples = seconds * rate;
  const header = new DataView(new ArrayBuffer(44));
  const words: readonly [number, string][] = [
    [0, 'RIFF'],
    [8, 'WAVE'],
    [12, 'fmt '],
    [36, 'data'],
  ];
  for (const [at, word] of words)
    for (const [place, letter] of [...word].entries()) header.setUint8(at + place, letter.charCodeAt(0));
  header.setUint32(4, 36 + samples, true);
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, rate, true);
  header.setUint32(28, rate, true);
  header.setUint16(32, 1, true);
  header.setUint16(34, 8, true);
  header.setUint32(40, samples, true);
  const silence = new Uint8Array(samples).fill(128);
  return URL.createObjectURL(new Blob([header, silence], { type: 'audio/wav' }));
}

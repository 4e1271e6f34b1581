/** Bars of a waveform, as on the server. */
const bars = 800;
/** Decoded in slices at a low sample rate, so that it needs a few megabytes for any file. */
const sliceBytes = 1024 * 1024;
const hertz = 8000;

/**
 * Decodes an MP3's waveform in the browser: called again after each megabyte, with silence for the rest. If the browser
 * cannot decode it, nothing is reported; the server's waveform follows after the upload. Positions are by bytes: exact
 * for constant bitrates, approximate for others.
 */
export async function decodeWaveform(
  file: Blob,
  tell: (peaks: Uint8Array) => void,
  signal: AbortSignal,
): Promise<void> {
  const context = new OfflineAudioContext(1, 1, hertz);
  const levels = new Float32Array(bars);
  for (let start = 0; start < file.size && !signal.aborted; start += sliceBytes) {
    const end = Math.min(file.size, start + sliceBytes);
    const bytes = await file.slice(start, end).arrayBuffer();
    const sound = await context.decodeAudioData(bytes).catch(() => null);
    if (sound === null || signal.aborted) continue;
    fillLevels(levels, sound.getChannelData(0), (start / file.size) * bars, (end / file.size) * bars);
    const loudest = Math.max(...levels) || 1;
    tell(Uint8Array.from(levels, (level) => Math.round((level / loudest) * 255)));
  }
}

/** The root mean square of each bar from `first` to `last`, which may be fractional. */
function fillLevels(levels: Float32Array, samples: Float32Array, first: number, last: number): void {
  const perBar = samples.length / (last - first);
  for (let bar = Math.floor(first); bar < Math.min(bars, Math.ceil(last)); bar++) {
    const from = Math.max(0, Math.floor((bar - first) * perBar));
    const to = Math.min(samples.length, Math.ceil((bar + 1 - first) * perBar));
    let energy = 0;
    for (let i = from; i < to; i++) energy += (samples[i] ?? 0) ** 2;
    if (to > from) levels[bar] = Math.max(levels[bar] ?? 0, Math.sqrt(energy / (to - from)));
  }
}

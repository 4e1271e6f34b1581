/** Bars of a waveform, as many as the server measures. */
const bars = 800;
/** A slice is decoded at so low a rate that it takes a few megabytes however long the file is. */
const sliceBytes = 1024 * 1024;
const hertz = 8000;

/**
 * The waveform of an MP3 as the browser hears it: told again after each megabyte, with bars of silence for what is not
 * decoded yet. Where the browser cannot decode it, nothing is told; the server's own comes after the upload.
 * Places follow the bytes, so that they are exact for a constant bitrate and near it for others.
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

/** The root mean square of each bar from `first` to `last`, which may lie between whole bars. */
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

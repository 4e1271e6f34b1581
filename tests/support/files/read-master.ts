import { FileWindow } from '#web/music/tracks/masters/file-window.ts';
import type { PcmLayout } from '#web/music/tracks/masters/pcm-layout.ts';
import { samplesOf } from '#web/music/tracks/masters/pcm-samples.ts';
import { readAiff } from '#web/music/tracks/masters/read-aiff.ts';
import { isWav, readWav } from '#web/music/tracks/masters/read-wav.ts';

/** What the browser reads of a WAV or an AIFF, one frame after the other. */
export async function readMaster(
  file: Uint8Array<ArrayBuffer>,
): Promise<{ layout: PcmLayout; samples: number[] }> {
  const bytes = new FileWindow(new Blob([file]));
  const layout = await (isWav(new DataView(file.buffer)) ? readWav(bytes) : readAiff(bytes));
  const channels = samplesOf(file.slice(layout.begin, layout.begin + layout.length).buffer, layout);
  const samples = Array.from(channels[0] ?? [], (_, i) => channels.map((channel) => channel[i] ?? 0)).flat();
  return { layout, samples };
}

import { Stars } from '../display/stars.tsx';
import { GrooveRecord } from '../music/groove-record.tsx';
import { SwellType } from '../music/swell-type.tsx';
import { WaveformStrip } from '../music/waveform-strip.tsx';
import { samplePeaks } from './sample-peaks.ts';

const names = [
  'Salt & Static',
  'Half a Summer',
  'Porchlight',
  'Velvet Hour',
  'Undertow',
  'Kite',
  'No Signal',
  'Ash',
];
const tracks = Array.from({ length: 24 }, (_, n) => ({
  id: `track-${n}`,
  title: names[n % names.length] ?? '',
  peaks: samplePeaks(n + 20),
}));

export function GalleryRecords() {
  return (
    <section aria-label="Records" className="grid gap-5">
      <h2 className="text-3xl">Covers</h2>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4 sm:gap-5">
        {tracks.map(({ id, title, peaks }, n) => (
          <div key={id} className="min-w-0 bg-panel">
            <GrooveRecord square id={id} peaks={peaks} isPlaying={n === 1} />
            <div className="grid gap-2 p-3 sm:p-4">
              <SwellType as="h3" peaks={peaks} largest={1.5} smallest={1.25}>
                {title}
              </SwellType>
              <WaveformStrip peaks={peaks} progress={n === 1 ? 0.4 : 0} />
              <Stars value={4.3} label="4.3 of 5 from 12 reviews">
                12
              </Stars>
            </div>
          </div>
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        {tracks.slice(0, 8).map(({ id, peaks }) => (
          <div key={id} className="w-14">
            <GrooveRecord id={id} peaks={peaks} />
          </div>
        ))}
      </div>
    </section>
  );
}

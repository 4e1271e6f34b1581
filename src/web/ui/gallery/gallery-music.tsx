import { useState } from 'react';
import { PlayButton } from '../controls/play-button.tsx';
import { formatDuration } from '../display/duration.ts';
import { GrooveRecord } from '../music/groove-record.tsx';
import { Lights } from '../music/lights.tsx';
import { SwellType } from '../music/swell-type.tsx';
import { Waveform } from '../music/waveform.tsx';
import { samplePeaks } from './sample-peaks.ts';

const peaks = samplePeaks(4);
const short = samplePeaks(9);
const bytes = Uint8Array.from(samplePeaks(12), (peak) => peak * 255);
const long =
  'What the lighthouse keeper said to the last ferry of the season before the radio went quiet and the snow came down again';

export function GalleryMusic() {
  const [position, seek] = useState(42);
  const [isPlaying, play] = useState(true);
  const gate = { at: 60, caption: 'review unlocks', isOpen: position >= 60 };
  return (
    <section aria-label="Music" className="grid gap-10">
      <div className="grid items-end gap-6 sm:grid-cols-[18rem_1fr]">
        <div className="w-56 sm:w-auto">
          <GrooveRecord
            id="velvet-13"
            peaks={peaks}
            isPlaying={isPlaying}
            ring="Unreleased · One listener ·"
          />
        </div>
        <div className="grid min-w-0 gap-4">
          <p className="text-lg text-muted">Dario Quint / Electronic</p>
          <SwellType as="h2" peaks={peaks}>
            Kerosene
          </SwellType>
        </div>
      </div>
      <Waveform
        label="Seek"
        peaks={peaks}
        duration={90}
        position={position}
        furthest={52}
        gate={gate}
        mark={30}
        onSeek={seek}
      />
      <div className="grid items-center gap-6 sm:grid-cols-2">
        <div className="tabular flex items-center gap-4 text-lg">
          <PlayButton label="Play" isPlaying={isPlaying} onPress={() => play(!isPlaying)} />
          <span>
            <strong>{formatDuration(position)}</strong> <span className="text-muted">/ 1:30</span>
          </span>
        </div>
        <Lights label="Seconds heard" count={60} lit={position} start="18 s to go" end="42 / 60 s heard" />
      </div>
      <Lights label="Words" count={45} lit={45} tone="earned" start="45 words" end="45 / 45 words" />
      <Waveform
        label="A long track"
        peaks={bytes}
        duration={600}
        position={200}
        gate={gate}
        mark={30}
        onSeek={seek}
      />
      <Waveform
        label="A short track, 42 seconds"
        peaks={short}
        duration={42}
        position={0}
        gate={gate}
        mark={30}
      />
      <SwellType as="h2" peaks={short} largest={3}>
        {long}
      </SwellType>
      <SwellType as="h2" peaks={bytes} largest={3} tone="brass">
        {`Ødegård's ${'Llanfair'.repeat(8)} über`}
      </SwellType>
    </section>
  );
}

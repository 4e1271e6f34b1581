import { FileAudio, X } from 'lucide-react';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import type { Peaks } from '#web/ui/music/peaks.ts';
import { WaveformStrip } from '#web/ui/music/waveform-strip.tsx';

const mebibyte = 1024 * 1024;
const fileSize = (bytes: number) =>
  bytes < mebibyte / 10 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / mebibyte).toFixed(1)} MB`;

interface ChosenFileProps {
  file: File;
  isMade: boolean;
  waveform: Peaks | null;
  remove: () => void;
  isDisabled: boolean;
}

const noWaveform: Peaks = [];

/** The chosen file with its waveform, whose space is reserved, so that nothing moves when it appears. */
export function ChosenFile({ file, isMade, waveform, remove, isDisabled }: ChosenFileProps) {
  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex items-center gap-4">
        <FileAudio aria-hidden size={32} strokeWidth={1.25} className="shrink-0 text-brass-ink" />
        <div className="min-w-0 grow">
          <p className="truncate font-semibold">{file.name}</p>
          <p className="tabular text-sm text-muted">
            {isMade && <span className="text-mint">MP3 ready</span>}
            {isMade && ', '}
            {fileSize(file.size)}
          </p>
        </div>
        <IconButton label="Remove file" onPress={remove} isDisabled={isDisabled}>
          <X aria-hidden size={20} strokeWidth={1.75} />
        </IconButton>
      </div>
      <WaveformStrip peaks={waveform ?? noWaveform} height={40} />
    </div>
  );
}

import { FileAudio, X } from 'lucide-react';
import { useId } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { Peaks } from '#web/ui/peaks.ts';
import { WaveformStrip } from '#web/ui/waveform-strip.tsx';

export interface FileDropProps {
  file: File | null;
  /** Null: the file was taken out again. */
  onChoose: (file: File | null) => void;
  /** Of the chosen file, as far as it is known. */
  waveform: Peaks | null;
  /** A file is being held over the page, which takes it anywhere. */
  isOver: boolean;
  error?: string | undefined;
  isDisabled: boolean;
}

/** Where the MP3 goes: dropped, pasted or chosen. */
export function FileDrop({ file, onChoose, waveform, isOver, error, isDisabled }: FileDropProps) {
  const label = useId();
  const choose = (chosen: File | undefined) => {
    if (chosen !== undefined) onChoose(chosen);
  };
  return (
    <fieldset aria-labelledby={label} className="grid gap-1.5">
      <span id={label} className="text-sm font-semibold">
        Track (MP3)
      </span>
      <div
        className={`grid min-h-36 place-items-center border border-dashed p-5 ${isOver ? 'border-brass bg-raised' : error === undefined ? 'border-rest' : 'border-rose'}`}
      >
        {file === null ? (
          <NoFile choose={choose} isDisabled={isDisabled} />
        ) : (
          <ChosenFile file={file} waveform={waveform} remove={() => onChoose(null)} isDisabled={isDisabled} />
        )}
      </div>
      {error !== undefined && <p className="text-sm font-medium text-rose">{error}</p>}
    </fieldset>
  );
}

function NoFile({ choose, isDisabled }: { choose: (file: File | undefined) => void; isDisabled: boolean }) {
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <FileTrigger
        acceptedFileTypes={['audio/mpeg', '.mp3']}
        onSelect={(files) => choose(files?.[0] ?? undefined)}
      >
        <Button variant="quiet" isDisabled={isDisabled}>
          Choose file
        </Button>
      </FileTrigger>
      <p className="text-sm text-muted">or drop it anywhere on this page. MP3, up to 50 MB.</p>
    </div>
  );
}

const megabytes = (bytes: number) => `${(bytes / (1024 * 1024)).toFixed(1)} MB`;

interface ChosenFileProps {
  file: File;
  waveform: Peaks | null;
  remove: () => void;
  isDisabled: boolean;
}

const noWaveform: Peaks = [];

/** The waveform's place is kept from the start, so that nothing moves when it comes. */
function ChosenFile({ file, waveform, remove, isDisabled }: ChosenFileProps) {
  return (
    <div className="grid w-full gap-3">
      <div className="flex items-center gap-4">
        <FileAudio aria-hidden size={32} strokeWidth={1.25} className="shrink-0 text-brass" />
        <div className="min-w-0 grow">
          <p className="truncate font-semibold">{file.name}</p>
          <p className="tabular text-sm text-muted">{megabytes(file.size)}</p>
        </div>
        <IconButton label="Remove file" onPress={remove} isDisabled={isDisabled}>
          <X aria-hidden size={20} strokeWidth={1.75} />
        </IconButton>
      </div>
      <WaveformStrip peaks={waveform ?? noWaveform} height={40} />
    </div>
  );
}

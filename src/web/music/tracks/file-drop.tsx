import { FileAudio, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { maximumMasterBytes, maximumUploadBytes, shownMegabytes } from '#contract/business-rules.ts';
import { useUnsentText } from '#web/forms/use-unsent-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { ProgressBar } from '#web/ui/display/progress-bar.tsx';
import type { Peaks } from '#web/ui/music/peaks.ts';
import { WaveformStrip } from '#web/ui/music/waveform-strip.tsx';
import type { FileChoice } from './use-file-choice.ts';
import type { MasterInWork } from './use-master.ts';

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
function ChosenFile({ file, isMade, waveform, remove, isDisabled }: ChosenFileProps) {
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

interface FileDropProps {
  file: File | null;
  choice: FileChoice;
  error?: string | undefined;
  isDisabled: boolean;
}

/** The drop zone for the MP3, which also accepts paste and the file dialog. */
export function FileDrop({ file, choice, error, isDisabled }: FileDropProps) {
  const { choose, isMade, inWork, stop, waveform, isOver } = choice;
  const label = useId();
  const zone = useRef<HTMLDivElement>(null);
  const isEmpty = file === null && inWork === null;
  const wasEmpty = useRef(true);
  useEffect(() => {
    // The button that removed the file or canceled the conversion has disappeared.
    if (isEmpty && !wasEmpty.current) zone.current?.querySelector('button')?.focus();
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  return (
    <fieldset aria-labelledby={label} className="grid min-w-0 gap-1.5">
      <span id={label} className="text-sm font-semibold">
        Track (MP3)
      </span>
      <div
        ref={zone}
        className={`relative grid min-h-36 grid-cols-[minmax(0,1fr)] place-items-center border border-dashed p-5 ${isOver ? 'border-brass-mark bg-raised' : error === undefined ? 'border-rest' : 'border-rose'}`}
      >
        {inWork !== null ? (
          <MasterProgress inWork={inWork} onStop={stop} />
        ) : file === null ? (
          <NoFile choose={choose} isDisabled={isDisabled} />
        ) : (
          <ChosenFile
            file={file}
            isMade={isMade}
            waveform={waveform}
            isDisabled={isDisabled}
            remove={() => choose(null)}
          />
        )}
        {isOver && <DropHere hasFile={file !== null} />}
      </div>
      {error !== undefined && <p className="text-sm font-medium text-rose">{error}</p>}
    </fieldset>
  );
}

/** An overlay that frames the page, so that nothing moves under the dragged file. */
function DropHere({ hasFile }: { hasFile: boolean }) {
  return (
    <>
      <p className="pointer-events-none absolute inset-0 grid place-items-center bg-raised p-5 text-center text-xl font-semibold text-brass-ink">
        {hasFile ? 'Drop to use this file instead' : 'Drop to add this file'}
      </p>
      <div aria-hidden className="pointer-events-none fixed inset-0 z-40 border-4 border-brass-mark" />
    </>
  );
}

function NoFile({ choose, isDisabled }: { choose: (file: File) => void; isDisabled: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <input
        ref={input}
        type="file"
        accept="audio/mpeg,.mp3,audio/wav,.wav,audio/aiff,.aif,.aiff,.aifc,audio/flac,.flac"
        hidden
        onChange={({ target: { files } }) => {
          if (files?.[0] !== undefined) choose(files[0]);
        }}
      />
      <Button variant="quiet" isDisabled={isDisabled} onPress={() => input.current?.click()}>
        Choose file
      </Button>
      <p className="text-sm text-muted">
        {/* A touch screen alone has no way to drop a file. */}
        {matchMedia('(any-pointer: fine)').matches && 'or drop it anywhere on this page. '}
        MP3 up to {shownMegabytes(maximumUploadBytes)}, or WAV, AIFF or FLAC up to{' '}
        {shownMegabytes(maximumMasterBytes)}, which your browser converts to MP3.
      </p>
    </div>
  );
}

/** Progress of converting a master, which leaving the page would lose. */
function MasterProgress({ inWork: { name, share }, onStop }: { inWork: MasterInWork; onStop: () => void }) {
  useUnsentText(true, 'The MP3 isn’t finished and would be lost.');
  const percent = Math.floor(100 * share);
  return (
    <div className="grid w-full gap-4">
      <ProgressBar label={`Making an MP3 of ${name}`} value={percent} valueText={`${percent}%`} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button variant="quiet" size="small" onPress={onStop}>
          Cancel
        </Button>
        <a
          href="/licenses/lame.txt"
          target="_blank"
          rel="noreferrer"
          className={`py-0.5 text-sm ${linkStyle}`}
        >
          Made by LAME
        </a>
      </div>
    </div>
  );
}

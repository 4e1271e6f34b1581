import { Suspense, useEffect, useId, useRef } from 'react';
import { maximumMasterBytes, maximumUploadBytes, shownMegabytes } from '#contract/business-rules.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { lazyPart, preloadedPart } from '#web/ui/display/lazy-part.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import type { Peaks } from '#web/ui/music/peaks.ts';
import type { MasterInWork } from './use-master.ts';

// Preloaded: the file may be chosen offline.
const ChosenFile = preloadedPart(async () => (await import('./chosen-file.tsx')).ChosenFile, NamedFile);
const MasterProgress = lazyPart(async () => (await import('./master-progress.tsx')).MasterProgress);

export interface FileDropProps {
  file: File | null;
  /** The file is an MP3 made from a master. */
  isMade: boolean;
  /** A master being converted to MP3. */
  inWork: MasterInWork | null;
  onStop: () => void;
  /** Null removes the file. */
  onChoose: (file: File | null) => void;
  /** The chosen file's waveform, once known. */
  waveform: Peaks | null;
  /** A file is being dragged over the page, which accepts it anywhere. */
  isOver: boolean;
  error?: string | undefined;
  isDisabled: boolean;
}

/** The drop zone for the MP3, which also accepts paste and the file dialog. */
export function FileDrop({
  file,
  isMade,
  inWork,
  onStop,
  onChoose,
  waveform,
  isOver,
  error,
  isDisabled,
}: FileDropProps) {
  const label = useId();
  const choose = (chosen: File | undefined) => {
    if (chosen !== undefined) onChoose(chosen);
  };
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
          <Suspense fallback={<Skeleton className="h-16 w-full" label="Loading the progress" />}>
            <MasterProgress inWork={inWork} onStop={onStop} />
          </Suspense>
        ) : file === null ? (
          <NoFile choose={choose} isDisabled={isDisabled} />
        ) : (
          <Suspense fallback={<NamedFile file={file} remove={() => onChoose(null)} />}>
            <ChosenFile
              file={file}
              isMade={isMade}
              waveform={waveform}
              isDisabled={isDisabled}
              remove={() => onChoose(null)}
            />
          </Suspense>
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

function NoFile({ choose, isDisabled }: { choose: (file: File | undefined) => void; isDisabled: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <input
        ref={input}
        type="file"
        accept="audio/mpeg,.mp3,audio/wav,.wav,audio/aiff,.aif,.aiff,.aifc,audio/flac,.flac"
        hidden
        onChange={({ target }) => choose(target.files?.[0])}
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

/** Shown until the code of the chosen file is there. */
function NamedFile({ file, remove }: { file: File; remove: () => void }) {
  return (
    <div className="flex w-full items-center gap-4">
      <p className="min-w-0 grow truncate font-semibold">{file.name}</p>
      <Button variant="quiet" size="small" onPress={remove}>
        Remove file
      </Button>
    </div>
  );
}

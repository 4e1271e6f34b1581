import { useNavigate } from '@tanstack/react-router';
import { lazy, type SubmitEvent, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { descriptionLength, titleLength } from '#contract/business-rules.ts';
import { isRefusal } from '#web/api-failures.ts';
import { toastFor } from '#web/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { FileDrop } from './file-drop.tsx';
import type { TrackTags } from './id3-tags.ts';
import { checkFields, checkFile, type UploadFault } from './upload-checks.ts';
import { type UploadStage, uploadPercent, uploadStageText } from './upload-progress.ts';
import { useFilePreview } from './use-file-preview.ts';
import { usePageDrop } from './use-page-drop.ts';
import { UploadLimitExceeded, useUpload } from './use-upload.ts';

interface Fields {
  readonly file: File | null;
  readonly title: string;
  readonly genre: string | null;
  readonly description: string;
  /** What the file's tags have put into the fields. */
  readonly fromTags: { readonly title: string; readonly genre: string | null };
}
const blank: Fields = {
  file: null,
  title: '',
  genre: null,
  description: '',
  fromTags: { title: '', genre: null },
};
// A list box weighs as much as the rest of the page; nobody chooses a genre in the first moment.
const GenreField = lazy(async () => ({ default: (await import('./genre-field.tsx')).GenreField }));

/** What the artist has typed stays; what came from another file's tags goes with it. */
const prefilled = (known: Fields, tags: TrackTags): Fields => ({
  ...known,
  title: known.title === known.fromTags.title ? (tags.title ?? '').slice(0, titleLength) : known.title,
  genre: known.genre === known.fromTags.genre ? tags.genre : known.genre,
  fromTags: { title: (tags.title ?? '').slice(0, titleLength), genre: tags.genre },
});

export function UploadForm({ mayUpload }: { mayUpload: boolean }) {
  const [fields, setFields] = useState(blank);
  const [fault, setFault] = useState<UploadFault | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { stage, submit, cancel } = useUploadAct(fields, mayUpload, setFault);
  useEffect(() => {
    if (fault !== null) focusField(form.current, fault.field);
  }, [fault]);
  const change = (part: Partial<Fields>) => setFields((known) => ({ ...known, ...part }));
  const choose = (file: File | null) => {
    const found = file === null ? null : checkFile(file);
    setFault(found);
    if (found !== null) toast({ title: found.title, body: found.body, tone: 'wrong' });
    else change({ file });
  };
  const submitForm = (event: SubmitEvent) => {
    event.preventDefault();
    submit();
  };
  const isBusy = stage !== null;
  const isOver = usePageDrop(choose, isBusy);
  const waveform = useFilePreview(
    fields.file,
    useCallback((tags) => setFields((known) => prefilled(known, tags)), []),
  );
  return (
    <form ref={form} onSubmit={submitForm} aria-label="Upload a track" className="grid gap-6">
      <div data-field="file">
        <FileDrop
          file={fields.file}
          onChoose={choose}
          waveform={waveform}
          isOver={isOver}
          error={fault?.field === 'file' ? fault.body : undefined}
          isDisabled={isBusy}
        />
      </div>
      <div className="grid gap-6 sm:grid-cols-[1fr_14rem]">
        <div data-field="title">
          <TextField
            label="Title"
            value={fields.title}
            onChange={(title) => change({ title })}
            onKeyDown={(event) => {
              // The browser does not submit by Enter while the button is disabled, and so could not say what misses.
              if (event.key !== 'Enter') return;
              event.preventDefault();
              submit();
            }}
            maxLength={titleLength}
            isDisabled={isBusy}
          />
        </div>
        <div data-field="genre">
          <Suspense fallback={<Skeleton className="h-19 w-full" label="Loading genres" />}>
            <GenreField value={fields.genre} onChange={(genre) => change({ genre })} isDisabled={isBusy} />
          </Suspense>
        </div>
      </div>
      <TextArea
        label="Description (Optional)"
        value={fields.description}
        onChange={(description) => change({ description })}
        maxLength={descriptionLength}
        isDisabled={isBusy}
        rows={4}
      />
      {stage === null ? (
        <div>
          <Button type="submit" size="large" isDisabled={!mayUpload || checkFields(fields) !== null}>
            Upload Track
          </Button>
        </div>
      ) : (
        <UploadRunning stage={stage} cancel={cancel} />
      )}
    </form>
  );
}

function UploadRunning({ stage, cancel }: { stage: UploadStage; cancel: () => void }) {
  const percent = uploadPercent(stage);
  const canCancel = ['checking', 'sending', 'waiting'].includes(stage.name);
  return (
    <div className="grid gap-4">
      <ProgressBar label={uploadStageText(stage)} value={percent} valueText={`${percent}%`} />
      <div>
        <Button variant="quiet" onPress={cancel} isDisabled={!canCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** The drop zone brings a hidden button of its own before the visible one. */
function focusField(form: HTMLFormElement | null, field: UploadFault['field']): void {
  const inside = `[data-field=${field}] :is(input:not([type=file]), button)`;
  const controls = form?.querySelectorAll<HTMLElement>(inside) ?? [];
  [...controls].at(-1)?.focus();
}

/** Submitting: the checks, the upload, and what is said and focused when it is refused. */
function useUploadAct(fields: Fields, mayUpload: boolean, found: (fault: UploadFault | null) => void) {
  const navigate = useNavigate();
  const { stage, start, cancel } = useUpload();
  const refuse = (fault: UploadFault) => {
    toast({ title: fault.title, body: fault.body, tone: 'wrong' });
    found(fault);
  };
  const upload = async ({ file, title, genre, description }: Fields) => {
    if (file === null || genre === null) return;
    try {
      if (!(await start({ file, title, genre, description }))) return;
    } catch (error) {
      toast(uploadFailure(error));
      const isFile = isRefusal(error, 'invalid_file_type') || isRefusal(error, 'file_too_large');
      if (isFile || isRefusal(error, 'same_content')) {
        found({ field: 'file', title: 'Upload failed', body: error.message });
      }
      return;
    }
    toast({
      title: 'Upload successful!',
      body: 'Your track has been uploaded and is now available for review.',
      tone: 'earned',
    });
    await navigate({ to: '/' });
  };
  const submit = () => {
    const fault = checkFields(fields);
    if (stage !== null) return;
    found(null);
    if (fault !== null) refuse(fault);
    else if (mayUpload) void upload(fields);
    else
      toast({
        title: 'Upload limit reached',
        body: "You've reached your monthly upload limit. Please upgrade your plan.",
        tone: 'wrong',
      });
  };
  return { stage, submit, cancel };
}

function uploadFailure(error: unknown) {
  if (error instanceof UploadLimitExceeded) {
    return { title: 'Upload failed', body: error.message, tone: 'wrong' } as const;
  }
  return toastFor(error, {
    title: 'Upload failed',
    body: 'There was an error uploading your track. Please try again.',
  });
}

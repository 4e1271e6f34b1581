import {
  lazy,
  type RefObject,
  type SubmitEvent,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { descriptionLength, titleLength } from '#contract/business-rules.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useUnsentWork } from '#web/unsent-work.ts';
import { FileDrop } from './file-drop.tsx';
import { checkFields, checkFile, type UploadFault } from './upload-checks.ts';
import { blankFields, isUntouched, prefilled, type UploadFields } from './upload-fields.ts';
import { UploadRunning } from './upload-running.tsx';
import { useFilePreview } from './use-file-preview.ts';
import { usePageDrop } from './use-page-drop.ts';
import { useUploadAct } from './use-upload-act.ts';

// A list box weighs as much as the rest of the page; nobody chooses a genre in the first moment.
const GenreField = lazy(async () => ({ default: (await import('./genre-field.tsx')).GenreField }));

export function UploadForm({ mayUpload }: { mayUpload: boolean }) {
  const [fields, setFields] = useState(blankFields);
  const [fault, setFault] = useState<UploadFault | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useUnsentWork(fields !== blankFields);
  const { stage, submit, cancel } = useUploadAct(fields, mayUpload, setFault);
  useEffect(() => {
    if (fault !== null) focusField(form.current, fault.field);
  }, [fault]);
  const change = (part: Partial<UploadFields>) => {
    if (fault !== null && fault.field in part) setFault(null);
    setFields((known) => ({ ...known, ...part }));
  };
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
  // At the limit there is nothing to fill in; what was filled in before the limit was known stays.
  const isHidden = !mayUpload && !isBusy && isUntouched(fields);
  useFocusAfterwards(form, isBusy);
  const isOver = usePageDrop(choose, isBusy || isHidden);
  const waveform = useFilePreview(
    fields.file,
    useCallback((tags) => setFields((known) => prefilled(known, tags)), []),
  );
  if (isHidden) return null;
  return (
    <form
      ref={form}
      onSubmit={submitForm}
      aria-label="Upload a track"
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
    >
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
            error={fault?.field === 'title' ? fault.body : undefined}
            isDisabled={isBusy}
          />
        </div>
        <div data-field="genre">
          <Suspense fallback={<Skeleton className="h-19 w-full" label="Loading genres" />}>
            <GenreField
              value={fields.genre}
              onChange={(genre) => change({ genre })}
              error={fault?.field === 'genre' ? fault.body : undefined}
              isDisabled={isBusy}
            />
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

/** Where an upload ends without leaving the page, its button has the focus again. */
function useFocusAfterwards(form: RefObject<HTMLFormElement | null>, isBusy: boolean): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) {
      form.current?.querySelector<HTMLElement>('button[type=submit]')?.focus();
    }
    wasBusy.current = isBusy;
  }, [form, isBusy]);
}

/** The drop zone brings a hidden button of its own before the visible one. */
function focusField(form: HTMLFormElement | null, field: UploadFault['field']): void {
  const inside = `[data-field=${field}] :is(input:not([type=file]), button)`;
  const controls = form?.querySelectorAll<HTMLElement>(inside) ?? [];
  [...controls].at(-1)?.focus();
}

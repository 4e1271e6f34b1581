import { type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { descriptionLength, titleLength } from '#contract/business-rules.ts';
import type { NewVersionOffer } from '#contract/music/versions/versions.ts';
import type { Forecast, ReviewsWait } from '#contract/plans/subscriptions.ts';
import { useUnsentText } from '#web/forms/use-unsent-form.ts';
import { useNewVersionOffer } from '#web/music/versions/version-queries.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { lazyPart, MissingPart, preloadedPart } from '#web/ui/display/lazy-part.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { canCancel } from './can-cancel.ts';
import { FileDrop } from './file-drop.tsx';
import type { TrackTags } from './id3-tags.ts';
import { blankFields, fieldsOfVersion, prefilled } from './upload-fields.ts';
import type { UploadRunningProps } from './upload-running.tsx';
import { useFileChoice } from './use-file-choice.ts';
import { useFilePreview } from './use-file-preview.ts';
import { usePageDrop } from './use-page-drop.ts';
import { useUploadForm } from './use-upload-form.ts';

// The list box is as large as the rest of the page, and not needed immediately.
const GenreField = lazyPart(async () => (await import('./genre-field.tsx')).GenreField, MissingPart);

// Preloaded with the form: the server may be updated while it is being filled in, and a reload would abort the upload.
const UploadRunning = preloadedPart(
  async () => (await import('./upload-running.tsx')).UploadRunning,
  UploadWithoutProgress,
);

const UploadOptions = lazyPart(async () => (await import('./upload-options.tsx')).UploadOptions, MissingPart);

const UploadForecast = lazyPart(
  async () => (await import('./upload-forecast.tsx')).UploadForecast,
  MissingPart,
);

const NewVersionPanel = lazyPart(
  async () => (await import('#web/music/versions/new-version-panel.tsx')).NewVersionPanel,
  MissingPart,
);

export interface UploadFormProps {
  mayUpload: boolean;
  forecast: Forecast | null;
  wait: ReviewsWait | null;
  /** What a new version would get; null for a new track. */
  offer: NewVersionOffer | null;
}

export function UploadForm({ mayUpload, forecast: ofTrack, wait, offer }: UploadFormProps) {
  const [movesPlaces, setMovesPlaces] = useState(true);
  const forecast = offer === null ? ofTrack : (movesPlaces ? offer.moving : offer.staying).forecast;
  const smallerTarget = forecast?.smaller?.wantedTarget;
  const [initial] = useState(() => (offer === null ? blankFields : fieldsOfVersion(offer)));
  const newVersionOf = offer === null ? undefined : { trackId: offer.formerId, movesPlaces };
  const { form, stage, cancel } = useUploadForm(mayUpload, initial, newVersionOf, smallerTarget);
  const { values: fields, set } = form;
  // The panel reflects the smaller target, if one was chosen.
  const wantedTarget = (fields.wantsSmaller ? smallerTarget : null) ?? null;
  const shownOffer = useNewVersionOffer(offer?.formerId ?? null, wantedTarget).data ?? offer;
  const { choose, master } = useFileChoice(form);
  const { file, title, genre } = form.faults;
  const onlyQuestionsMiss = (file ?? title ?? genre) === undefined;
  const isBusy = stage !== null;
  useUnsentText(!isBusy && (fields.file !== null || fields.cover !== initial.cover));
  // At the limit the form is hidden, unless something was filled in before that was known.
  const isHidden = !mayUpload && !isBusy && fields === blankFields;
  useFocusAfterwards(form.props.ref, isBusy, form.refused !== null);
  const isOver = usePageDrop(choose, isBusy || isHidden);
  const waveform = useFilePreview(fields.file, useFillFromTags(set));
  if (isHidden) return null;
  return (
    <form {...form.props} aria-label="Upload a track" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {shownOffer !== null && (
        <Suspense fallback={<Skeleton className="h-60 w-full" label="Loading the new version" />}>
          <NewVersionPanel
            offer={shownOffer}
            movesPlaces={movesPlaces}
            onMovePlaces={(moves) => {
              setMovesPlaces(moves);
              // It was offered for a different number of places.
              set({ wantsSmaller: false });
            }}
            isDisabled={isBusy}
          />
        </Suspense>
      )}
      <div data-field="file">
        <FileDrop
          file={fields.file}
          isMade={fields.file !== null && fields.file === master.made}
          inWork={master.inWork}
          onStop={master.cancel}
          onChoose={choose}
          waveform={waveform}
          isOver={isOver}
          error={form.errors.file}
          isDisabled={isBusy}
        />
      </div>
      <div className="grid gap-6 sm:grid-cols-[1fr_14rem]">
        <div>
          <TextField
            {...form.field('title')}
            label="Title"
            onKeyDown={(event) => {
              // With a disabled button Enter does not submit, so the form could not say what is missing.
              if (event.key !== 'Enter') return;
              event.preventDefault();
              form.submit();
            }}
            maxLength={titleLength}
            isDisabled={isBusy}
          />
        </div>
        <div data-field="genre">
          <Suspense fallback={<Skeleton className="h-19 w-full" label="Loading genres" />}>
            <GenreField {...form.field('genre')} isDisabled={isBusy} />
          </Suspense>
        </div>
      </div>
      <TextArea
        {...form.field('description')}
        label="Description (Optional)"
        maxLength={descriptionLength}
        isDisabled={isBusy}
        rows={4}
      />
      <Suspense fallback={<Skeleton className="h-70 w-full" label="Loading more options" />}>
        <UploadOptions
          fields={fields}
          set={set}
          formerId={offer?.formerId ?? null}
          initialTitle={initial.title}
          onlyQuestionsMiss={onlyQuestionsMiss}
          isDisabled={isBusy}
        />
      </Suspense>
      {/* For a new version the question shows the forecast, but not a wait. */}
      {(forecast ?? wait) !== null && (stage?.name !== 'asking' || wait !== null) && (
        <Suspense fallback={<Skeleton className="h-6 w-full" label="Loading the forecast" />}>
          <UploadForecast
            forecast={forecast}
            wait={wait}
            wantsSmaller={fields.wantsSmaller}
            onChoose={(wantsSmaller) => set({ wantsSmaller })}
            isDisabled={isBusy}
          />
        </Suspense>
      )}
      {stage === null ? (
        <div>
          <Button type="submit" size="large" isDisabled={!mayUpload || !form.isComplete}>
            Upload Track
          </Button>
        </div>
      ) : (
        <Suspense fallback={<Skeleton className="h-11 w-full" label="Starting the upload" />}>
          <UploadRunning stage={stage} cancel={cancel} />
        </Suspense>
      )}
    </form>
  );
}

/** Fills in what a file's tags say, at once: until a later render, an artist could go to the title and type behind it. */
const useFillFromTags = (set: ReturnType<typeof useUploadForm>['form']['set']) =>
  useCallback(
    (tags: TrackTags) => {
      const isAtTitle = document.activeElement?.getAttribute('name') === 'title';
      flushSync(() => set((known) => prefilled(known, tags, isAtTitle)));
    },
    [set],
  );

/** Shown if the progress code could not be loaded. */
function UploadWithoutProgress({ stage, cancel }: UploadRunningProps) {
  useEffect(() => {
    // The question is optional, so the upload continues without it.
    if (stage.name === 'asking') stage.answer(null);
  }, [stage]);
  return (
    <section aria-label="Upload progress" className="grid gap-4">
      <p role="status" className="text-muted">
        Uploading. The progress didn’t load. Keep this page open.
      </p>
      {canCancel(stage) && (
        <div>
          <Button variant="quiet" onPress={cancel}>
            Cancel
          </Button>
        </div>
      )}
    </section>
  );
}

/** When an upload ends on the same page, its button gets the focus again, unless a field needs attention. */
function useFocusAfterwards(
  form: RefObject<HTMLFormElement | null>,
  isBusy: boolean,
  isRefused: boolean,
): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && !isRefused) {
      form.current?.querySelector<HTMLElement>('button[type=submit]')?.focus();
    }
    wasBusy.current = isBusy;
  }, [form, isBusy, isRefused]);
}

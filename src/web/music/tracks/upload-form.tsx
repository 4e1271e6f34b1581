import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import type { NewVersionOffer } from '#contract/music/versions/versions.ts';
import type { UploadEligibility } from '#contract/plans/subscriptions.ts';
import { useUnsentText } from '#web/forms/use-unsent-form.ts';
import type { SimilarQuestionProps } from '#web/music/versions/similar-question.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { lazyPart, MissingPart, preloadedPart } from '#web/ui/display/lazy-part.tsx';
import { ProgressBar } from '#web/ui/display/progress-bar.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { FileDrop } from './file-drop.tsx';
import { UploadDetails } from './upload-details.tsx';
import { blankFields, fieldsOfVersion } from './upload-fields.ts';
import { canCancel, type UploadStage, uploadPercent, uploadStageText } from './upload-progress.ts';
import { useFileChoice } from './use-file-choice.ts';
import { useUploadForm } from './use-upload-form.ts';
import { useUploadReviews } from './use-upload-reviews.ts';

// Below the fields, and not needed immediately.
const UploadReviews = lazyPart(async () => (await import('./upload-reviews.tsx')).UploadReviews, MissingPart);

const NewVersionPanel = lazyPart(
  async () => (await import('#web/music/versions/new-version-panel.tsx')).NewVersionPanel,
  MissingPart,
);
/** If the question did not load, it is not asked. */
function NoQuestion({ answer }: Pick<SimilarQuestionProps, 'answer'>) {
  useEffect(() => answer(null), [answer]);
  return null;
}
const SimilarQuestion = preloadedPart(
  async () => (await import('#web/music/versions/similar-question.tsx')).SimilarQuestion,
  NoQuestion,
);

export interface UploadFormProps {
  eligibility: UploadEligibility;
  /** What a new version would get; null for a new track. */
  offer: NewVersionOffer | null;
}

export function UploadForm({ eligibility, offer }: UploadFormProps) {
  const mayUpload = eligibility.canUpload;
  const [takesBack, setTakesBack] = useState(true);
  const [initial] = useState(() => (offer === null ? blankFields : fieldsOfVersion(offer)));
  const newVersionOf = offer === null ? undefined : { trackId: offer.formerId, takesBack };
  const { form, stage, cancel } = useUploadForm(eligibility, initial, newVersionOf);
  const { values: fields } = form;
  const reviews = useUploadReviews(fields.reviews, eligibility, offer, takesBack);
  const isBusy = stage !== null;
  useUnsentText(!isBusy && (fields.file !== null || fields.cover !== initial.cover));
  // At the limit the form is hidden, unless something was filled in before that was known.
  const isHidden = !mayUpload && !isBusy && fields === blankFields;
  useFocusAfterwards(form.props.ref, isBusy, form.refused !== null);
  const choice = useFileChoice(form, isBusy || isHidden);
  if (isHidden) return null;
  return (
    <form {...form.props} aria-label="Upload a track" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {reviews.offer !== null && (
        <Suspense fallback={<Skeleton className="h-56 w-full" label="Loading the new version" />}>
          <NewVersionPanel
            offer={reviews.offer}
            takesBack={takesBack}
            onTakeBack={setTakesBack}
            isDisabled={isBusy}
          />
        </Suspense>
      )}
      <div data-field="file">
        <FileDrop file={fields.file} choice={choice} error={form.errors.file} isDisabled={isBusy} />
      </div>
      <UploadDetails
        form={form}
        formerId={offer?.formerId ?? null}
        initialTitle={initial.title}
        isDisabled={isBusy}
      />
      <Suspense fallback={<Skeleton className="h-24 w-full" label="Loading the reviews" />}>
        <UploadReviews
          {...reviews}
          field={form.field('reviews')}
          fault={form.faults.reviews}
          most={eligibility.mostReviews}
          takenBack={takesBack ? (offer?.openPlaces ?? 0) : 0}
          balance={eligibility.balance}
          // The question about a new version shows its own.
          showsForecast={stage?.name !== 'asking'}
          isDisabled={isBusy}
        />
      </Suspense>
      {stage === null ? (
        <div>
          <Button type="submit" size="large" isDisabled={!mayUpload || !form.isComplete}>
            Upload Track
          </Button>
        </div>
      ) : (
        <UploadRunning stage={stage} cancel={cancel} />
      )}
    </form>
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

interface UploadRunningProps {
  stage: UploadStage;
  cancel: () => void;
}

/** The upload's progress, in place of the button that started it. */
function UploadRunning({ stage, cancel }: UploadRunningProps) {
  const percent = uploadPercent(stage);
  const place = useRef<HTMLElement>(null);
  // The pressed button has disappeared. The focus does not go to Cancel, because the same key would press it.
  useEffect(() => place.current?.focus(), []);
  return (
    <section ref={place} aria-label="Upload progress" tabIndex={-1} className="grid gap-4">
      <ProgressBar label={uploadStageText(stage)} value={percent} valueText={`${percent}%`} />
      {stage.name === 'asking' && (
        <Suspense fallback={null}>
          <SimilarQuestion similar={stage.similar} reviews={stage.reviews} answer={stage.answer} />
        </Suspense>
      )}
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

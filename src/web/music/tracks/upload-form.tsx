import { type RefObject, useEffect, useRef, useState } from 'react';
import type { NewVersionOffer } from '#contract/music/versions/versions.ts';
import type { UploadEligibility } from '#contract/plans/subscriptions.ts';
import { useUnsentText } from '#web/forms/use-unsent-form.ts';
import { NewVersionPanel } from '#web/music/versions/new-version-panel.tsx';
import { SimilarQuestion } from '#web/music/versions/similar-question.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { ProgressBar } from '#web/ui/display/progress-bar.tsx';
import { FileDrop } from './file-drop.tsx';
import { UploadDetails } from './upload-details.tsx';
import { blankFields, fieldsOfVersion } from './upload-fields.ts';
import { canCancel, type UploadStage, uploadPercent, uploadStageText } from './upload-progress.ts';
import { UploadReviews } from './upload-reviews.tsx';
import { useFileChoice } from './use-file-choice.ts';
import { useUploadForm } from './use-upload-form.ts';
import { mostReviewsOf, useUploadReviews } from './use-upload-reviews.ts';

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
  const most = mostReviewsOf(eligibility, takesBack ? (offer?.openPlaces ?? 0) : 0);
  const { form, stage, cancel } = useUploadForm(eligibility, initial, newVersionOf, most);
  const { values: fields, set } = form;
  const reviews = useUploadReviews(fields.reviews, eligibility, offer, takesBack, most);
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
        <NewVersionPanel
          offer={reviews.offer}
          takesBack={takesBack}
          onTakeBack={(takes) => {
            setTakesBack(takes);
            // It was chosen for a different number of open reviews.
            set({ reviews: null });
          }}
          isDisabled={isBusy}
        />
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
      <UploadReviews
        {...reviews}
        field={form.field('reviews')}
        most={most}
        balance={eligibility.balance}
        // The question about a new version shows its own.
        showsForecast={stage?.name !== 'asking'}
        isDisabled={isBusy}
      />
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
        <SimilarQuestion similar={stage.similar} reviews={stage.reviews} answer={stage.answer} />
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

import { type RefObject, useEffect, useRef, useState } from 'react';
import type { NewVersionOffer } from '#contract/music/versions/versions.ts';
import type { Forecast, ReviewsWait } from '#contract/plans/subscriptions.ts';
import { useUnsentText } from '#web/forms/use-unsent-form.ts';
import { NewVersionPanel } from '#web/music/versions/new-version-panel.tsx';
import { SimilarQuestion } from '#web/music/versions/similar-question.tsx';
import { useNewVersionOffer } from '#web/music/versions/version-queries.ts';
import { forecastText } from '#web/plans/forecast-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { dayText } from '#web/ui/display/day.tsx';
import { ProgressBar } from '#web/ui/display/progress-bar.tsx';
import { FileDrop } from './file-drop.tsx';
import { waitBeforeUploadText } from './review-wait-text.ts';
import { UploadDetails } from './upload-details.tsx';
import { blankFields, fieldsOfVersion } from './upload-fields.ts';
import { canCancel, type UploadStage, uploadPercent, uploadStageText } from './upload-progress.ts';
import { useFileChoice } from './use-file-choice.ts';
import { useUploadForm } from './use-upload-form.ts';

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
  const isBusy = stage !== null;
  useUnsentText(!isBusy && (fields.file !== null || fields.cover !== initial.cover));
  // At the limit the form is hidden, unless something was filled in before that was known.
  const isHidden = !mayUpload && !isBusy && fields === blankFields;
  useFocusAfterwards(form.props.ref, isBusy, form.refused !== null);
  const choice = useFileChoice(form, isBusy || isHidden);
  if (isHidden) return null;
  return (
    <form {...form.props} aria-label="Upload a track" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {shownOffer !== null && (
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
      {/* For a new version the question shows the forecast, but not a wait. */}
      {(forecast ?? wait) !== null && (stage?.name !== 'asking' || wait !== null) && (
        <UploadForecast
          forecast={forecast}
          wait={wait}
          wantsSmaller={fields.wantsSmaller}
          onChoose={(wantsSmaller) => set({ wantsSmaller })}
          isDisabled={isBusy}
        />
      )}
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

interface UploadForecastProps {
  forecast: Forecast | null;
  /** What its reviews would wait for. */
  wait: ReviewsWait | null;
  wantsSmaller: boolean;
  onChoose: (wantsSmaller: boolean) => void;
  isDisabled: boolean;
}

/**
 * When the reviews are promised or start, shown before the upload. If no date can be promised, offers a smaller target
 * for which one can.
 */
function UploadForecast({ forecast, wait, wantsSmaller, onChoose, isDisabled }: UploadForecastProps) {
  const smaller = forecast?.smaller ?? null;
  return (
    <div className="grid gap-2">
      {wait !== null && <p>{waitBeforeUploadText(wait)}</p>}
      {forecast !== null && <p>{forecastText(forecast)}</p>}
      {smaller !== null && (
        <Checkbox isSelected={wantsSmaller} onChange={onChoose} isDisabled={isDisabled}>
          {`Ask for ${smaller.reviewTarget} reviews instead, by ${dayText(smaller.promisedAt)}`}
        </Checkbox>
      )}
    </div>
  );
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
        <SimilarQuestion similar={stage.similar} wantedTarget={stage.wantedTarget} answer={stage.answer} />
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

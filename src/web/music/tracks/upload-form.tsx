import { type RefObject, useEffect, useRef, useState } from 'react';
import type { NewVersionOffer } from '#contract/music/versions/versions.ts';
import type { Forecast, ReviewsWait } from '#contract/plans/subscriptions.ts';
import { useUnsentText } from '#web/forms/use-unsent-form.ts';
import { NewVersionPanel } from '#web/music/versions/new-version-panel.tsx';
import { useNewVersionOffer } from '#web/music/versions/version-queries.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FileDrop } from './file-drop.tsx';
import { UploadDetails } from './upload-details.tsx';
import { blankFields, fieldsOfVersion } from './upload-fields.ts';
import { UploadForecast } from './upload-forecast.tsx';
import { UploadRunning } from './upload-running.tsx';
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

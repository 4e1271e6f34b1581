import { useEffect, useRef } from 'react';
import { SimilarQuestion } from '#web/music/versions/similar-question.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { ProgressBar } from '#web/ui/display/progress-bar.tsx';
import { canCancel, type UploadStage, uploadPercent, uploadStageText } from './upload-progress.ts';

interface UploadRunningProps {
  stage: UploadStage;
  cancel: () => void;
}

/** The upload's progress, in place of the button that started it. */
export function UploadRunning({ stage, cancel }: UploadRunningProps) {
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

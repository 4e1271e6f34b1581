import { Suspense } from 'react';
import { newQuestion } from '#web/questions/question-draft.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { BlindSwitch } from './blind-switch.tsx';
import { CoverField } from './cover-field.tsx';
import { useOwnTrack } from './track-queries.ts';
import type { UploadFields } from './upload-fields.ts';

const QuestionsEditor = lazyPart(
  async () => (await import('#web/questions/questions-editor.tsx')).QuestionsEditor,
  MissingPart,
);

interface UploadOptionsProps {
  fields: UploadFields;
  set: (part: Partial<UploadFields>) => void;
  /** The former version; null for a new track. */
  formerId: string | null;
  showsMissing: boolean;
  isDisabled: boolean;
}

/** Optional parts of an upload: a cover, blind listening, questions. */
export function UploadOptions({ fields, set, formerId, showsMissing, isDisabled }: UploadOptionsProps) {
  const inheritedUrl = useOwnTrack(formerId).data?.coverUrl ?? null;
  return (
    <>
      <CoverField
        currentUrl={inheritedUrl}
        change={fields.cover}
        onChange={(cover) => set({ cover })}
        {...(inheritedUrl !== null && { hint: 'A new version starts with the cover of the former one.' })}
        isDisabled={isDisabled}
      />
      <BlindSwitch
        isSelected={fields.isBlind}
        onChange={(isBlind) => set({ isBlind })}
        isDisabled={isDisabled}
      />
      {fields.questions.length === 0 ? (
        <div>
          <Button
            variant="quiet"
            size="small"
            onPress={() => set({ questions: [newQuestion] })}
            isDisabled={isDisabled}
          >
            Ask listeners a question
          </Button>
        </div>
      ) : (
        <Suspense fallback={<Skeleton className="h-60 w-full" label="Loading your questions" />}>
          <QuestionsEditor
            questions={fields.questions}
            onChange={(questions) => set({ questions })}
            showsMissing={showsMissing}
            isDisabled={isDisabled}
          />
        </Suspense>
      )}
    </>
  );
}

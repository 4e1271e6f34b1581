import { Suspense } from 'react';
import { useUnsentText } from '#web/forms/use-unsent-form.ts';
import { newQuestion } from '#web/music/questions/question-draft.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { OptionFields } from './option-fields.tsx';
import { useOwnTrack } from './track-queries.ts';
import type { UploadFields } from './upload-fields.ts';

const QuestionsEditor = lazyPart(
  async () => (await import('#web/music/questions/questions-editor.tsx')).QuestionsEditor,
  MissingPart,
);

interface UploadOptionsProps {
  fields: UploadFields;
  set: (part: Partial<UploadFields>) => void;
  /** The former version; null for a new track. */
  formerId: string | null;
  /** The former version's. */
  initialTitle: string;
  /** Nothing else is missing. */
  onlyQuestionsMiss: boolean;
  isDisabled: boolean;
}

/** Optional parts of an upload: details of the track, and questions. */
export function UploadOptions(props: UploadOptionsProps) {
  const { fields, set, formerId, initialTitle, onlyQuestionsMiss, isDisabled } = props;
  // During the upload it is sent along, and a link does not stop that.
  const former = useOwnTrack(formerId).data;
  const hasTyped =
    fields.description !== '' ||
    fields.questions.some((one) => one !== newQuestion) ||
    (fields.title !== initialTitle && fields.title !== fields.fromTags.title);
  useUnsentText(!isDisabled && hasTyped);
  const inheritedUrl = former?.coverUrl ?? null;
  return (
    <>
      <OptionFields
        options={fields}
        set={set}
        isDisabled={isDisabled}
        coverUrl={inheritedUrl}
        {...(inheritedUrl !== null && {
          coverHint: 'A new version starts with the previous cover.',
        })}
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
            showsMissing={onlyQuestionsMiss ? 'left' : 'never'}
            isDisabled={isDisabled}
          />
        </Suspense>
      )}
    </>
  );
}

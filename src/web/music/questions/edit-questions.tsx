import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { questionsOfTrack } from '#contract/music/questions/question-rules.ts';
import type { TrackQuestions } from '#contract/music/questions/questions.ts';
import { failureText, toastFor } from '#web/calls/error-messages.ts';
import { useUnsentForm } from '#web/forms/use-unsent-form.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/controls/dialog.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import {
  type Asking,
  draftOf,
  fieldsOf,
  firstFault,
  newQuestion,
  type QuestionDraft,
} from './question-draft.ts';
import { QuestionsEditor } from './questions-editor.tsx';
import { useQuestions, useSaveQuestions } from './questions-queries.ts';

interface EditQuestionsProps {
  trackId: string;
  about: Asking;
  close: () => void;
}

/** Changes the questions about the user's own track, for future listeners. */
export function EditQuestions(props: EditQuestionsProps) {
  const { data, error, refetch, isFetching } = useQuestions(props.trackId);
  if (data !== undefined) return <LoadedEditor {...props} asked={data.questions} />;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.close();
      }}
      title={title}
      isDismissable
      actions={
        <Button variant="quiet" onPress={props.close}>
          Cancel
        </Button>
      }
    >
      {error === null ? (
        <Skeleton className="h-40 w-full" label="Loading your questions" />
      ) : (
        <LoadFailure
          title="Your questions did not load"
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        >
          {failureText(error)}
        </LoadFailure>
      )}
    </Dialog>
  );
}

const title = 'Questions for listeners';

/** The saved questions, and a new one while there is room. */
function draftsOf(asked: TrackQuestions['questions'], about: Asking): QuestionDraft[] {
  const saved = asked.map((question) => draftOf(question, question.isAnswered || question.takedown !== null));
  if (about === 'saved' || saved.length >= questionsOfTrack) return saved;
  return [...saved, { ...newQuestion, at: about === 'track' ? '' : formatDuration(about) }];
}

function LoadedEditor({
  trackId,
  about,
  asked,
  close,
}: EditQuestionsProps & { asked: TrackQuestions['questions'] }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const save = useSaveQuestions(trackId);
  const [questions, setQuestions] = useState(() => draftsOf(asked, about));
  const [seen] = useState(() => asked.map((question) => question.id));
  const isUnsent = useUnsentForm({ values: { questions }, isDone: false }, ['questions']);
  const [showsMissing, setShowsMissing] = useState(false);
  const submit = async () => {
    if (firstFault(questions) !== null) {
      flushSync(() => setShowsMissing(true));
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
      return;
    }
    try {
      await save.mutateAsync({
        questions: questions.map((question) => ({ id: question.id, fields: fieldsOf(question) })),
        seen,
      });
      toast({ title: 'Questions saved', body: 'Listeners who get the track from now on see them.' });
      close();
    } catch (error) {
      toast(toastFor(error, { title: 'Not saved' }));
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      title={title}
      isDismissable={!isUnsent}
      actions={
        <>
          <Button variant="quiet" onPress={close}>
            Cancel
          </Button>
          <Button type="submit" form={id} isPending={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) void submit();
        }}
      >
        {typeof about === 'number' && asked.length >= questionsOfTrack && (
          <p className="pb-4">
            {questions.every(({ isAnswered }) => isAnswered)
              ? `All your questions have answers. Ask about ${formatDuration(about)} with your next version.`
              : `You already ask three questions. Change or remove one to ask about ${formatDuration(about)}.`}
          </p>
        )}
        <QuestionsEditor
          questions={questions}
          onChange={setQuestions}
          showsMissing={showsMissing ? 'always' : 'never'}
        />
      </form>
    </Dialog>
  );
}

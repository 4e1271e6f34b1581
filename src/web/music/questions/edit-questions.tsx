import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { TrackQuestions } from '#contract/music/questions/questions.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { useUnsentForm } from '#web/forms/use-unsent-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/controls/dialog.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { draftOf, fieldsOf, firstFault, type QuestionDraft } from './question-draft.ts';
import { QuestionsEditor } from './questions-editor.tsx';
import { useSaveQuestions } from './questions-queries.ts';

interface EditQuestionsProps {
  trackId: string;
  asked: TrackQuestions['questions'];
  close: () => void;
}

/** Changes the questions about the user's own track, for future listeners. */
export function EditQuestions({ trackId, asked, close }: EditQuestionsProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const save = useSaveQuestions(trackId);
  const [questions, setQuestions] = useState<QuestionDraft[]>(() =>
    asked.map((question) => draftOf(question, question.isAnswered || question.takedown !== null)),
  );
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
      title="Questions for listeners"
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
        <QuestionsEditor
          questions={questions}
          onChange={setQuestions}
          showsMissing={showsMissing ? 'always' : 'never'}
        />
      </form>
    </Dialog>
  );
}

import { type ReactNode, useEffect, useRef } from 'react';
import { moneyReasonLength } from '#contract/business-rules.ts';
import { type FormField, type FormProps, useForm } from '#web/forms/use-form.ts';
import { useUnsentForm } from '#web/forms/use-unsent-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/controls/dialog.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';

const fewestCharacters = 3;
const length = (text: string) => [...text.trim()].length;

interface SentenceLength {
  /** Characters; three by default. */
  least?: number;
  most: number;
}

export const checkSentence =
  ({ least = fewestCharacters, most }: SentenceLength) =>
  (typed: string): string | null =>
    length(typed) < least || length(typed) > most ? `Write ${least} to ${most} characters.` : null;

/**
 * How a dialog's form is sent: it closes when that is done, and otherwise stays open as it is.
 * @param confirm returns whether it was done, and tells about a failure
 */
export function useSentByDialog<Values>(confirm: (values: Values) => Promise<boolean>, onClose: () => void) {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return {
    send: async (values: Values) => {
      if (!(await confirm(values))) throw new Error('It was not done.');
    },
    onFailure: () => true,
    // Closed while it was being sent, it must not close the dialog that was opened since.
    onDone: () => {
      if (isOpen.current) onClose();
    },
  };
}

interface SentenceDialogProps extends SentenceLength {
  title: string;
  /** Explains the effect, and may contain further fields. */
  children: ReactNode;
  label: string;
  confirmLabel: string;
  tone?: 'act' | 'danger';
  /** Whether other fields come first, one of which gets the focus. */
  hasFieldsBefore?: boolean;
  /** Whether the form is filled in, so that Enter confirms it. */
  isFilledIn?: boolean;
  form: FormProps;
  sentence: FormField<string>;
  /** Whether anything in the form was changed. */
  isChanged: boolean;
  /** Whether it is being sent. Closing the dialog does not stop that. */
  isBusy: boolean;
  onClose: () => void;
}

/**
 * A dialog that ends with a sentence. Escape closes it. The sentence has the focus unless other fields come first or it
 * is filled in.
 */
export function SentenceDialog(props: SentenceDialogProps) {
  const { title, children, label, least = fewestCharacters, confirmLabel, tone = 'act' } = props;
  const { hasFieldsBefore = false, isFilledIn = false, form, sentence, isChanged, isBusy, onClose } = props;
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={title} isDismissable={!isChanged}>
      <form {...form} className="grid gap-5">
        {children}
        <TextArea
          {...sentence}
          label={label}
          rows={3}
          {...(least > fewestCharacters
            ? { hint: `${least} characters or more.`, counter: length(sentence.value) }
            : {})}
          autoFocus={!hasFieldsBefore && !isFilledIn}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onPress={onClose}>
            {isBusy ? 'Close' : 'Cancel'}
          </Button>
          <Button type="submit" variant={tone} isPending={isBusy} autoFocus={isFilledIn}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface SentenceFormProps
  extends Omit<
    SentenceDialogProps,
    'form' | 'sentence' | 'isChanged' | 'isBusy' | 'hasFieldsBefore' | 'isFilledIn'
  > {
  /** Whether one of the fields in `children` was changed. */
  areOthersChanged?: boolean;
  /** The likely sentence, which the admin can change. */
  suggested?: string | undefined;
  /** Returns whether it was done, and tells about a failure. */
  onConfirm: (sentence: string) => Promise<boolean>;
}

/** Asks for a sentence before an action that needs one. If the action fails, the dialog stays open with the sentence. */
export function SentenceForm(given: SentenceFormProps) {
  const { suggested = '', areOthersChanged = false, onConfirm, ...props } = given;
  const sending = useSentByDialog(
    ({ sentence }: { sentence: string }) => onConfirm(sentence.trim()),
    props.onClose,
  );
  const form = useForm({
    initial: { sentence: suggested },
    checks: { sentence: checkSentence(props) },
    ...sending,
  });
  const isChanged = useUnsentForm(form, ['sentence']) || areOthersChanged;
  return (
    <SentenceDialog
      {...props}
      isChanged={isChanged}
      isBusy={form.isBusy}
      isFilledIn={suggested !== ''}
      form={form.props}
      sentence={form.field('sentence')}
    />
  );
}

type ReasonDialogProps = Omit<SentenceFormProps, 'label' | 'least' | 'most'>;

/** Asks for the reason of an action on a user's money, as its confirmation. */
export const ReasonDialog = (props: ReasonDialogProps) => (
  <SentenceForm label="Reason" {...moneyReasonLength} {...props} />
);

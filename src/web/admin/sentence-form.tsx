import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

const fewestCharacters = 3;
const length = (text: string) => [...text.trim()].length;

interface SentenceFormProps {
  title: string;
  /** What will happen. */
  children: ReactNode;
  label: string;
  /** Characters; three when not given. */
  least?: number;
  most: number;
  confirmLabel: string;
  tone?: 'act' | 'danger';
  /** Whether the rest of the form may be sent; says itself what is wrong. */
  isReady?: () => boolean;
  /** Whether the form begins with other fields, one of which takes the focus. */
  hasFieldsBefore?: boolean;
  onClose: () => void;
  onConfirm: (sentence: string) => void;
}

/** Asks for a sentence before an act that needs one. Escape closes; the sentence has the focus unless other fields come first. */
export function SentenceForm(props: SentenceFormProps) {
  const { title, children, label, least = fewestCharacters, most, confirmLabel, tone = 'act' } = props;
  const { isReady = () => true, hasFieldsBefore = false, onClose, onConfirm } = props;
  const [sentence, setSentence] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady()) return;
    if (length(sentence) < least || length(sentence) > most) {
      setError(`Write ${least} to ${most} characters.`);
      input.current?.focus();
      return;
    }
    onConfirm(sentence.trim());
    onClose();
  };
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={title}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {children}
        <TextArea
          label={label}
          rows={3}
          value={sentence}
          onChange={(typed) => {
            setSentence(typed);
            setError(undefined);
          }}
          error={error}
          {...(least > fewestCharacters
            ? { hint: `${least} characters or more.`, counter: length(sentence) }
            : {})}
          inputRef={input}
          autoFocus={!hasFieldsBefore}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={tone}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

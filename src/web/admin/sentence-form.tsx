import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

const fewestCharacters = 3;

interface SentenceFormProps {
  title: string;
  /** What will happen. */
  children: ReactNode;
  label: string;
  most: number;
  confirmLabel: string;
  tone?: 'act' | 'danger';
  onClose: () => void;
  onConfirm: (sentence: string) => void;
}

/** Asks for a sentence before an act that needs one. */
export function SentenceForm(props: SentenceFormProps) {
  const { title, children, label, most, confirmLabel, tone = 'act', onClose, onConfirm } = props;
  const [sentence, setSentence] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = sentence.trim();
    if (given.length < fewestCharacters || [...given].length > most) {
      setError(`Give a sentence of ${fewestCharacters} to ${most} characters.`);
      input.current?.focus();
      return;
    }
    onConfirm(given);
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
          inputRef={input}
          autoFocus
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

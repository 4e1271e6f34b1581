import { Check, Pencil, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useUnsentText } from '#web/forms/use-unsent-form.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';

interface InlineTextProps {
  /** The name of the text, for example 'Display name'. */
  readonly label: string;
  readonly value: string;
  readonly longest: number;
  /** Shown in place of an empty text. */
  readonly emptyText: string;
  readonly isRequired?: boolean;
  readonly isLong?: boolean;
  /** Resolves once the text is saved; on failure the field stays open. */
  readonly onSave: (text: string) => Promise<unknown>;
}

const icon = { 'aria-hidden': true, size: 20, strokeWidth: 1.75 } as const;

/** A text that is edited in place, with confirm and cancel. */
export function InlineText(props: InlineTextProps) {
  const [isEditing, setEditing] = useState(false);
  const { label, value, emptyText } = props;
  const pencil = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setEditing(false));
    // The focus was in the editor, which has disappeared.
    if (document.activeElement === document.body) pencil.current?.focus();
  };
  if (isEditing) return <Editor {...props} onClose={close} />;
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="text-sm text-muted">{label}</p>
        <p
          className={`whitespace-pre-line font-medium wrap-anywhere ${value === '' ? 'text-muted' : ''}`}
          dir="auto"
        >
          {value === '' ? emptyText : value}
        </p>
      </div>
      <IconButton ref={pencil} label={`Edit ${label.toLowerCase()}`} onPress={() => setEditing(true)}>
        <Pencil {...icon} />
      </IconButton>
    </div>
  );
}

function Editor({
  label,
  value,
  longest,
  isRequired = false,
  isLong = false,
  onSave,
  onClose,
}: InlineTextProps & { onClose: () => void }) {
  const [text, setText] = useState(value);
  const [isSaving, setSaving] = useState(false);
  useUnsentText(!isSaving && text !== value);
  const length = [...text].length;
  const error = textError(label, text.trim(), length, { longest, isRequired });

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (error !== undefined || isSaving) return;
    if (text.trim() === value) return onClose();
    setSaving(true);
    onSave(text.trim()).then(onClose, () => setSaving(false));
  };
  const shared = {
    label,
    value: text,
    onChange: setText,
    error,
    autoFocus: true,
    onKeyDown: (event: { key: string }) => event.key === 'Escape' && onClose(),
  };
  const counter: ReactNode = `${length}/${longest}`;
  return (
    <form onSubmit={save} noValidate className="flex items-start gap-2">
      <div className="min-w-0 grow">
        {isLong ? (
          <TextArea {...shared} rows={4} counter={counter} />
        ) : (
          <TextField {...shared} counter={counter} />
        )}
      </div>
      <div className="flex pt-7">
        <IconButton
          type="submit"
          label={`Save ${label.toLowerCase()}`}
          isPending={isSaving}
          isDisabled={error !== undefined}
        >
          <Check {...icon} />
        </IconButton>
        <IconButton label={`Cancel editing ${label.toLowerCase()}`} onPress={onClose}>
          <X {...icon} />
        </IconButton>
      </div>
    </form>
  );
}

function textError(
  label: string,
  trimmed: string,
  length: number,
  { longest, isRequired }: { longest: number; isRequired: boolean },
): string | undefined {
  if (isRequired && trimmed === '') return `${label} is required.`;
  return length > longest ? `${label} can have at most ${longest} characters.` : undefined;
}

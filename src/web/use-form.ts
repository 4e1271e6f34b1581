import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type ToastText, toastFor } from './error-messages.ts';
import {
  type Checks,
  changeFields,
  type FieldName,
  faultsOf,
  formFailed,
  formSent,
  leaveField,
  type Refusals,
  refuseField,
  sendForm,
  showFaults,
  shownTexts,
  startForm,
  textsOf,
} from './form-state.ts';
import { toast } from './ui/display/toast-queue.ts';

interface FormOptions<Values, Answer> {
  readonly initial: Values;
  readonly checks?: Checks<Values>;
  /** Refusals that are about one field. */
  readonly refusals?: Refusals<Values>;
  /** The toast of a failure. */
  readonly failed?: ToastText;
  /** Fields that are as at the start again once they were sent. */
  readonly empties?: readonly FieldName<Values>[];
  readonly send: (values: Values) => Promise<Answer> | Answer;
  readonly onDone?: (answer: Answer, values: Values) => void;
  /** Submitted with something wrong; `text` is that of the first bad field. */
  readonly onFault?: (text: string) => void;
  /** Answers whether the failure was dealt with; else it shows as a toast. */
  readonly onFailure?: (error: unknown) => boolean;
}

/** What a field of the kit takes. */
export interface FormField<Value> {
  readonly name: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly onBlur: (event: { readonly relatedTarget: EventTarget | null }) => void;
  readonly error: string | undefined;
}

export interface FormProps {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly noValidate: true;
  readonly onSubmit: (event: FormEvent) => void;
}

/** The state of a form, from typing to the server's answer. What it does with both is in `form-state.ts`. */
export function useForm<Values extends object, Answer = unknown>(options: FormOptions<Values, Answer>) {
  const { initial, checks = {}, refusals = {}, failed = { title: 'Not saved' }, empties = [] } = options;
  const [state, setState] = useState(() => startForm(initial));
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const { values, focus } = state;
  const faults = faultsOf(checks, values);
  const errors = shownTexts(state, faults);
  useEffect(() => {
    if (focus !== null) focusField(form.current, focus.field);
  }, [focus]);

  const set = useCallback(
    (part: Partial<Values> | ((known: Values) => Partial<Values>)) =>
      setState((known) => changeFields(known, typeof part === 'function' ? part(known.values) : part)),
    [],
  );
  const trySending = async () => {
    try {
      return { answer: await options.send(values) };
    } catch (error) {
      setState((known) => formFailed(known, error, refusals));
      if (options.onFailure?.(error) !== true) toast(toastFor(error, failed));
      return null;
    }
  };
  const submit = async () => {
    // The second press of a double click comes before the button is drawn pending.
    if (isSending.current) return;
    if (faults[0] !== undefined) {
      setState((known) => showFaults(known, faults));
      options.onFault?.(faults[0].text);
      return;
    }
    isSending.current = true;
    setState(sendForm);
    const sent = await trySending();
    isSending.current = false;
    if (sent === null) return;
    const emptied: Partial<Values> = {};
    for (const name of empties) emptied[name] = initial[name];
    setState((known) => formSent(known, emptied));
    options.onDone?.(sent.answer, values);
  };

  const field = <Name extends FieldName<Values>>(name: Name): FormField<Values[Name]> => ({
    name,
    value: values[name],
    onChange: (value) => setState((known) => changeFields(known, partOf(name, value))),
    // Only on the way to another field: a text that comes up must not move a button or link away under the pointer.
    onBlur: ({ relatedTarget }) => {
      if (isFieldOf(form.current, relatedTarget)) setState((known) => leaveField(known, name));
    },
    error: errors[name],
  });

  return {
    ...state,
    /** What the fields show. */
    errors,
    /** What is wrong with the values, shown or not. */
    faults: textsOf(faults),
    isComplete: faults.length === 0,
    field,
    set,
    /** Refuses a value that the form does not take. */
    refuse: (name: FieldName<Values>, text: string) =>
      setState((known) => refuseField(known, { field: name, text })),
    submit: () => void submit(),
    props: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit();
      },
    } satisfies FormProps,
  };
}

/** What `useForm` gives to the parts of a form. */
export type Form<Values extends object> = ReturnType<typeof useForm<Values>>;

function partOf<Values extends object, Name extends FieldName<Values>>(
  name: Name,
  value: Values[Name],
): Partial<Values> {
  const part: Partial<Values> = {};
  part[name] = value;
  return part;
}

const isFieldOf = (form: HTMLFormElement | null, target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea') && form?.contains(target) === true;

/** A control has its field's name or stands in an element that has it as `data-field`; there the last one counts. */
function focusField(form: HTMLFormElement | null, field: string): void {
  const named = form?.querySelector<HTMLElement>(`[name="${field}"]`);
  const inside = form?.querySelectorAll<HTMLElement>(
    `[data-field="${field}"] :is(input:not([type=file]), button)`,
  );
  (named ?? [...(inside ?? [])].at(-1))?.focus();
}

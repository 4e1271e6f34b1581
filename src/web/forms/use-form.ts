import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type ToastText, toastFor } from '../calls/error-messages.ts';
import { closeGoodNews, closeMessagesOf, toast } from '../ui/display/toast-queue.ts';
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

interface FormOptions<Values, Answer> {
  readonly initial: Values;
  readonly checks?: Checks<Values>;
  /** Refusals to show at a field. */
  readonly refusals?: Refusals<Values>;
  /** The toast for a failure. */
  readonly failed?: ToastText;
  /** Fields to reset after a successful submit. */
  readonly empties?: readonly FieldName<Values>[];
  readonly send: (values: Values) => Promise<Answer> | Answer;
  readonly onDone?: (answer: Answer, values: Values) => void;
  /** Called on a submit with errors; `text` is the first one. */
  readonly onFault?: (text: string) => void;
  /** Returns whether it handled the failure; otherwise a toast is shown. */
  readonly onFailure?: (error: unknown) => boolean;
}

/** The props of the kit's fields. */
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

/** A form's state, from typing to the server's response. The transitions are in `form-state.ts`. */
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
    // The second click of a double click arrives before the button is rendered as pending.
    if (isSending.current) return;
    if (faults[0] !== undefined) {
      setState((known) => showFaults(known, faults));
      options.onFault?.(faults[0].text);
      return;
    }
    isSending.current = true;
    closeGoodNews();
    closeMessagesOf(failed.act ?? failed.title);
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
    // Only when moving to another field: an error that appears must not move a button or link away from the pointer.
    onBlur: ({ relatedTarget }) => {
      if (isFieldOf(form.current, relatedTarget)) setState((known) => leaveField(known, name));
    },
    error: errors[name],
  });

  return {
    ...state,
    /** The errors shown at the fields. */
    errors,
    /** All errors of the values, shown or not. */
    faults: textsOf(faults),
    isComplete: faults.length === 0,
    field,
    set,
    /** Rejects a value that the form does not accept. */
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

/** The result of `useForm`, for parts of a form. */
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

/**
 * A control has its field's name, or is inside an element with it as `data-field`; the last one found gets the focus.
 */
function focusField(form: HTMLFormElement | null, field: string): void {
  const named = form?.querySelector<HTMLElement>(`[name="${field}"]`);
  const inside = form?.querySelectorAll<HTMLElement>(
    `[data-field="${field}"] :is(input:not([type=file]), button)`,
  );
  (named ?? [...(inside ?? [])].at(-1))?.focus();
}

import type { RefusalCode } from '#contract/errors.ts';
import { ApiRefusal } from '../calls/api-failures.ts';

export type FieldName<Values> = keyof Values & string;

/** The error of each field's value; null if it is valid. */
export type Checks<Values> = {
  readonly [Name in FieldName<Values>]?: (value: Values[Name], values: Values) => string | null;
};

/** The field that a refusal is about, and its text there, if it is not the server's message. */
export type Refusals<Values> = {
  readonly [Code in RefusalCode]?: FieldName<Values> | readonly [field: FieldName<Values>, text: string];
};

export interface Fault<Values> {
  readonly field: FieldName<Values>;
  readonly text: string;
}

export type FieldTexts<Values> = { readonly [Name in FieldName<Values>]?: string };

export interface FormState<Values> {
  readonly values: Values;
  /** Fields changed since their errors were last shown. */
  readonly edited: readonly FieldName<Values>[];
  /** Fields that show their errors. */
  readonly checked: readonly FieldName<Values>[];
  /** The server's or the page's refusal of one field. */
  readonly refused: Fault<Values> | null;
  /** The values of the last submit. */
  readonly sent: Values | null;
  /** The error of the last submit. */
  readonly error: unknown;
  readonly isBusy: boolean;
  /** Whether it was submitted and not changed since. */
  readonly isDone: boolean;
  /** The field to focus; a new object each time. */
  readonly focus: { readonly field: FieldName<Values> } | null;
}

export const startForm = <Values>(values: Values): FormState<Values> => ({
  values,
  edited: [],
  checked: [],
  refused: null,
  sent: null,
  error: null,
  isBusy: false,
  isDone: false,
  focus: null,
});

/** All errors, in the order of the values. */
export function faultsOf<Values>(checks: Checks<Values>, values: Values): Fault<Values>[] {
  const faults: Fault<Values>[] = [];
  for (const field in values) {
    const text = checks[field]?.(values[field], values) ?? null;
    if (text !== null) faults.push({ field, text });
  }
  return faults;
}

/** The text of each field; the last one wins. */
export function textsOf<Values>(faults: readonly Fault<Values>[]): FieldTexts<Values> {
  const texts: { [Name in FieldName<Values>]?: string } = {};
  for (const { field, text } of faults) texts[field] = text;
  return texts;
}

/** The texts at the fields: a refusal, else the error if it may be shown. */
export function shownTexts<Values>(
  { checked, refused }: FormState<Values>,
  faults: readonly Fault<Values>[],
): FieldTexts<Values> {
  const shown = faults.filter(({ field }) => checked.includes(field));
  return textsOf(refused === null ? shown : [...shown, refused]);
}

/** A changed field hides its error until it is checked again. */
export function changeFields<Values>(state: FormState<Values>, part: Partial<Values>): FormState<Values> {
  const changed = namesOf(part);
  const isChanged = (field: FieldName<Values>) => changed.includes(field);
  const isAnswered = state.refused !== null && isChanged(state.refused.field);
  const others = state.edited.filter((field) => !isChanged(field));
  return {
    ...state,
    values: { ...state.values, ...part },
    edited: [...others, ...changed],
    checked: state.checked.filter((field) => !isChanged(field)),
    ...(isAnswered ? { refused: null, error: null } : {}),
    isDone: false,
  };
}

function namesOf<Values>(part: Partial<Values>): FieldName<Values>[] {
  const names: FieldName<Values>[] = [];
  for (const name in part) names.push(name);
  return names;
}

/** A changed field is checked when the user leaves it. */
export const leaveField = <Values>(state: FormState<Values>, field: FieldName<Values>): FormState<Values> =>
  state.edited.includes(field) && !state.checked.includes(field)
    ? { ...state, checked: [...state.checked, field] }
    : state;

/** A submit with errors shows all of them and sends nothing. The first invalid field gets the focus. */
export const showFaults = <Values>(
  state: FormState<Values>,
  faults: readonly Fault<Values>[],
): FormState<Values> => ({
  ...state,
  checked: faults.map(({ field }) => field),
  refused: null,
  focus: faults[0] === undefined ? null : { field: faults[0].field },
});

export const sendForm = <Values>(state: FormState<Values>): FormState<Values> => ({
  ...state,
  checked: [],
  refused: null,
  sent: state.values,
  error: null,
  isBusy: true,
  isDone: false,
});

/** @param emptied fields to clear after the submit, for example passwords */
export const formSent = <Values>(state: FormState<Values>, emptied: Partial<Values>): FormState<Values> => ({
  ...state,
  values: { ...state.values, ...emptied },
  edited: [],
  isBusy: false,
  isDone: true,
});

/** Keeps the typed values. A refusal about one field is shown there, and the field gets the focus. */
export function formFailed<Values>(
  state: FormState<Values>,
  error: unknown,
  refusals: Refusals<Values>,
): FormState<Values> {
  const failed = { ...state, error, isBusy: false };
  const refused = refusalOf(error, refusals);
  return refused === null ? failed : refuseField(failed, refused);
}

export const refuseField = <Values>(state: FormState<Values>, refused: Fault<Values>): FormState<Values> => ({
  ...state,
  refused,
  focus: { field: refused.field },
});

function refusalOf<Values>(error: unknown, refusals: Refusals<Values>): Fault<Values> | null {
  if (!(error instanceof ApiRefusal)) return null;
  const at = refusals[error.code];
  if (at === undefined) return null;
  return typeof at === 'string' ? { field: at, text: error.message } : { field: at[0], text: at[1] };
}

import { mostLettersCounted, mostTextMilliseconds } from '#contract/business-rules.ts';
import { scaleSteps } from '#contract/music/questions/question-rules.ts';
import type { ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import type { PromptAnswers } from '#contract/reviewing/reviews/review-help.ts';
import { noAnswers } from '#contract/reviewing/reviews/review-prompts.ts';
import type { TypingCounts } from '#contract/reviewing/reviews/typing-counts.ts';
import { hasShape, isListOf, isRecord, isText, isWholeBetween, orAbsent, orNull } from '#web/shape-rules.ts';
import { draftSlots } from './forget-drafts.ts';

/** A draft in this browser, with its state on the server. */
export interface LocalDraft {
  readonly draft: ReviewDraft;
  /** The server revision it is based on; 0 for none. */
  readonly seen: number;
  /** The server has saved all of it. */
  readonly isKept: boolean;
}

export const emptyDraft: ReviewDraft = {
  rating: null,
  comment: '',
  prompts: noAnswers,
  notes: [],
  setAside: null,
};
export const noDraft: LocalDraft = { draft: emptyDraft, seen: 0, isKept: true };

/** Per listener and track, so that users of a shared browser do not see each other's drafts. */
const slot = (listenerId: string, trackId: string) => `${draftSlots}${listenerId}:${trackId}`;

export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Call inside `try`: a browser that blocks site data throws as soon as `localStorage` is read. */
const opened = (store: DraftStore | undefined): DraftStore => store ?? localStorage;

export function readLocalDraft(listenerId: string, trackId: string, store?: DraftStore): LocalDraft {
  try {
    return asLocalDraft(JSON.parse(opened(store).getItem(slot(listenerId, trackId)) ?? 'null'));
  } catch {
    return noDraft;
  }
}

/** Stores the draft in this browser; null deletes it. Returns whether the browser did. */
export function keepLocalDraft(
  listenerId: string,
  trackId: string,
  local: LocalDraft | null,
  store?: DraftStore,
): boolean {
  try {
    if (local === null) opened(store).removeItem(slot(listenerId, trackId));
    else opened(store).setItem(slot(listenerId, trackId), JSON.stringify(local));
    return true;
  } catch {
    // Without storage the draft exists in the page and on the server.
    return false;
  }
}

function asLocalDraft(stored: unknown): LocalDraft {
  if (!isRecord(stored) || !isDraft(stored.draft)) return noDraft;
  const seen = typeof stored.seen === 'number' ? stored.seen : 0;
  return { draft: stored.draft, seen, isKept: stored.isKept === true };
}

const isAnswer = orNull(isText);
const isTyping = (stored: unknown): stored is TypingCounts =>
  hasShape<TypingCounts>(stored, {
    typedLetters: isWholeBetween(0, mostLettersCounted),
    pastedLetters: isWholeBetween(0, mostLettersCounted),
    textMilliseconds: isWholeBetween(0, mostTextMilliseconds),
  });
type Note = ReviewDraft['notes'][number];
type Answer = NonNullable<ReviewDraft['answers']>[number];

/** Does not check lengths: the server rejects what is too long, and no text should be discarded for it. */
const isDraft = (stored: unknown): stored is ReviewDraft =>
  hasShape<ReviewDraft>(stored, {
    rating: orNull(isWholeBetween(1, 5)),
    comment: isText,
    prompts: (prompts) =>
      hasShape<PromptAnswers>(prompts, { worked: isAnswer, didNotWork: isAnswer, toChange: isAnswer }),
    notes: isListOf((note) => hasShape<Note>(note, { atSecond: isWholeBetween(0, 86_400), note: isText })),
    setAside: isAnswer,
    answers: orAbsent(
      isListOf((answer) =>
        hasShape<Answer>(answer, {
          questionId: isText,
          answer: (given) => isText(given) || isWholeBetween(1, scaleSteps)(given),
        }),
      ),
    ),
    typing: orAbsent(isTyping),
  });

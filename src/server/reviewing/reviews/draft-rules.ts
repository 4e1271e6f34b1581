import { commentLength, notesOfReview } from '#contract/business-rules.ts';
import { questionsOfTrack } from '#contract/music/questions/question-rules.ts';
import type { ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import { prompts } from '#contract/reviewing/reviews/review-prompts.ts';

/** Both texts, one below the other. If they are too long for one draft, keeps the end. */
const below = (earlier: string, later: string): string =>
  [...(earlier === '' ? later : `${earlier}\n\n${later}`)].slice(-commentLength).join('');

type Note = ReviewDraft['notes'][number];
const isSame = (one: Note) => (other: Note) => one.atSecond === other.atSecond && one.note === other.note;

/** The texts of the other draft that do not fit into this one. */
function homeless(arriving: ReviewDraft, kept: ReviewDraft, notes: readonly Note[]): string[] {
  const answers = prompts.flatMap(({ name, question }) => {
    const [mine, other] = [arriving.prompts[name], kept.prompts[name]];
    return mine !== null && other !== null && mine !== other ? [`${question}: ${other}`] : [];
  });
  const texts = [kept.setAside ?? '', kept.comment, ...answers, ...notes.map(({ note }) => note)];
  const own = `${arriving.comment}\n${arriving.setAside ?? ''}`;
  // Every text includes the empty one, so this drops it too.
  return texts.map((text) => text.trim()).filter((text) => !own.includes(text));
}

/** The answers of both drafts; the arriving ones win, because a choice cannot be set aside like a text. */
function answersOfBoth({ answers = [] }: ReviewDraft, kept: ReviewDraft): Pick<ReviewDraft, 'answers'> {
  const isNew = ({ questionId }: { readonly questionId: string }) =>
    answers.every((answer) => answer.questionId !== questionId);
  const both = [...answers, ...(kept.answers ?? []).filter(isNew)].slice(0, questionsOfTrack);
  return both.length === 0 ? {} : { answers: both };
}

/**
 * Merges an arriving draft with a stored one that its device did not know. Keeps the arriving draft as the listener sees it, fills
 * its empty fields from the stored one, and sets the other stored texts aside.
 */
export function withSetAside(arriving: ReviewDraft, kept: ReviewDraft): ReviewDraft {
  const others = kept.notes.filter((note) => !arriving.notes.some(isSame(note)));
  const notes = [...arriving.notes, ...others];
  const setAside = homeless(arriving, kept, notes.slice(notesOfReview)).reduce(
    below,
    arriving.setAside ?? '',
  );
  return {
    rating: arriving.rating ?? kept.rating,
    comment: arriving.comment,
    prompts: {
      worked: arriving.prompts.worked ?? kept.prompts.worked,
      didNotWork: arriving.prompts.didNotWork ?? kept.prompts.didNotWork,
      toChange: arriving.prompts.toChange ?? kept.prompts.toChange,
    },
    notes: notes.slice(0, notesOfReview),
    setAside: setAside === '' ? null : setAside,
    ...answersOfBoth(arriving, kept),
    // The caret position in the comment that stays.
    ...(arriving.typing ? { typing: arriving.typing } : {}),
  };
}

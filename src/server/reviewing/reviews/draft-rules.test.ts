import { describe, expect, it } from 'vitest';
import { commentLength } from '#contract/business-rules.ts';
import type { ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import { noAnswers } from '#contract/reviewing/reviews/review-prompts.ts';
import { withSetAside } from './draft-rules.ts';

const draft = (part: Partial<ReviewDraft>): ReviewDraft => ({
  rating: null,
  comment: '',
  prompts: noAnswers,
  notes: [],
  setAside: null,
  ...part,
});

describe('a draft saved without knowledge of another', () => {
  it('replaces it, and sets the other’s comment aside', () => {
    const kept = draft({ comment: 'Written on the phone.', rating: 2 });
    const next = withSetAside(draft({ comment: 'Written at the desk.', rating: 4 }), kept);
    expect(next).toEqual(
      draft({ comment: 'Written at the desk.', rating: 4, setAside: 'Written on the phone.' }),
    );
  });

  it('keeps the typing counts of its own comment, not the other’s', () => {
    const counted = { typedLetters: 20, pastedLetters: 0, textMilliseconds: 9000 };
    const other = { typedLetters: 0, pastedLetters: 900, textMilliseconds: 100 };
    const kept = draft({ comment: 'Written on the phone.', typing: other });
    expect(withSetAside(draft({ comment: 'Here.', typing: counted }), kept).typing).toEqual(counted);
    expect(withSetAside(draft({ comment: 'Here.' }), kept)).not.toHaveProperty('typing');
  });

  it('sets nothing aside that it already contains', () => {
    const kept = draft({ comment: 'The bass' });
    expect(withSetAside(draft({ comment: 'The bass is warm.' }), kept).setAside).toBeNull();
  });

  it('sets nothing aside twice, and no surrounding spaces', () => {
    const kept = draft({ comment: '  The bass \n', prompts: { ...noAnswers, worked: 'The drums' } });
    const mine = draft({ comment: 'Mine', prompts: { ...noAnswers, worked: 'The drums' } });
    expect(withSetAside(mine, kept).setAside).toBe('The bass');
    expect(withSetAside({ ...mine, setAside: 'Earlier: The bass' }, kept).setAside).toBe('Earlier: The bass');
    expect(withSetAside(mine, draft({ setAside: 'Earlier' })).setAside).toBe('Earlier');
  });

  it('keeps an answer that the other leaves empty, without setting anything aside', () => {
    const prompts = { worked: 'The drums', didNotWork: 'The mix', toChange: 'The end' };
    expect(withSetAside(draft({ prompts }), draft({}))).toEqual(draft({ prompts }));
    expect(withSetAside(draft({}), draft({ prompts }))).toEqual(draft({ prompts }));
  });

  it('keeps a note of both once; a different moment or text is another note', () => {
    const [same, elsewhere, other] = [
      { atSecond: 4, note: 'Here' },
      { atSecond: 5, note: 'Here' },
      { atSecond: 4, note: 'There' },
    ];
    const next = withSetAside(draft({ notes: [same] }), draft({ notes: [same, elsewhere, other] }));
    expect(next.notes).toEqual([same, elsewhere, other]);
    expect(next.setAside).toBeNull();
  });

  it('takes over the other’s values where it is empty', () => {
    const kept = draft({
      rating: 3,
      prompts: { ...noAnswers, worked: 'The drums' },
      notes: [{ atSecond: 4, note: 'Here' }],
    });
    expect(withSetAside(draft({}), kept)).toEqual(kept);
  });

  it('keeps the notes of both and the differing answers', () => {
    const mine = draft({
      prompts: { ...noAnswers, worked: 'The voice' },
      notes: [{ atSecond: 9, note: 'Now' }],
    });
    const kept = draft({
      prompts: { ...noAnswers, worked: 'The drums' },
      notes: [{ atSecond: 4, note: 'Here' }],
    });
    const next = withSetAside(mine, kept);
    expect(next.notes).toHaveLength(2);
    expect(next.prompts.worked).toBe('The voice');
    expect(next.setAside).toBe('What worked: The drums');
  });

  it('sets notes aside for which there is no room', () => {
    const notes = (word: string) =>
      Array.from({ length: 12 }, (_, i) => ({ atSecond: i, note: `${word} ${i}` }));
    const next = withSetAside(draft({ notes: notes('mine') }), draft({ notes: notes('other') }));
    expect(next.notes).toHaveLength(20);
    expect(next.setAside).toBe('other 8\n\nother 9\n\nother 10\n\nother 11');
  });

  it('never exceeds the limits of a draft', () => {
    const kept = draft({ comment: 'a'.repeat(commentLength), setAside: 'b'.repeat(commentLength) });
    expect(withSetAside(draft({ comment: 'mine' }), kept).setAside).toHaveLength(commentLength);
  });

  it('keeps the answers of both to three questions, its own if both answer one', () => {
    const answer = (questionId: string, text: string) => ({ questionId, answer: text });
    const mine = [answer('one', 'mine'), answer('two', 'mine')];
    const other = [answer('two', 'other'), answer('three', 'other'), answer('four', 'other')];
    expect(withSetAside(draft({ answers: mine }), draft({ answers: other })).answers).toEqual([
      ...mine,
      answer('three', 'other'),
    ]);
    expect(withSetAside(draft({}), draft({ answers: other })).answers).toEqual(other);
    expect(withSetAside(draft({ answers: mine }), draft({})).answers).toEqual(mine);
  });
});

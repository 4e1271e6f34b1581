import { afterEach, describe, expect, it, vi } from 'vitest';
import { noAnswers } from '#contract/reviewing/reviews/review-prompts.ts';
import { emptyDraft, keepLocalDraft, noDraft, readLocalDraft } from './review-draft.ts';

function aStore() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    size: () => kept.size,
  };
}
const local = { draft: { ...emptyDraft, rating: 4, comment: 'The low synth' }, seen: 3, isKept: true };

afterEach(() => vi.unstubAllGlobals());

describe('the draft of a review in the browser', () => {
  it('is empty, and the page still works, when the browser blocks site data', () => {
    const blocked = {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    };
    vi.stubGlobal('localStorage', null);
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, ...blocked });
    expect(readLocalDraft('mae', 'kerosene')).toEqual(noDraft);
    expect(() => keepLocalDraft('mae', 'kerosene', local)).not.toThrow();
    expect(() => keepLocalDraft('mae', 'kerosene', null)).not.toThrow();
  });

  it('is not shown to another listener', () => {
    const store = aStore();
    keepLocalDraft('mae', 'kerosene', local, store);
    expect(readLocalDraft('juno', 'kerosene', store)).toEqual(noDraft);
  });

  it('is empty if the stored draft cannot be read', () => {
    const store = aStore();
    const wrong = [
      { rating: 9 },
      { comment: 3 },
      { prompts: null },
      { prompts: { ...noAnswers, worked: 3 } },
      { notes: {} },
      { notes: [null] },
      { notes: [{ atSecond: -1, note: 'Here' }] },
      { setAside: undefined },
    ];
    const drafts = wrong.map((part) => JSON.stringify({ ...local, draft: { ...local.draft, ...part } }));
    for (const broken of ['{', '7', '{}', '{"draft":null}', ...drafts]) {
      store.setItem('earshot-draft:mae:kerosene', broken);
      expect(readLocalDraft('mae', 'kerosene', store)).toEqual(noDraft);
    }
  });

  it('is restored for the same track', () => {
    const store = aStore();
    keepLocalDraft('mae', 'kerosene', local, store);
    expect(readLocalDraft('mae', 'kerosene', store)).toEqual(local);
    expect(readLocalDraft('mae', 'porchlight', store)).toEqual(noDraft);
  });

  it('leaves nothing when deleted', () => {
    const store = aStore();
    keepLocalDraft('mae', 'kerosene', local, store);
    keepLocalDraft('mae', 'kerosene', null, store);
    expect(store.size()).toBe(0);
  });
});

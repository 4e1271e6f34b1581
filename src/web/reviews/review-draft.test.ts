import { describe, expect, it } from 'vitest';
import { emptyDraft, keepDraft, readDraft } from './review-draft.ts';

function aStore() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    size: () => kept.size,
  };
}

describe('the draft of a review', () => {
  it('is not shown to another listener', () => {
    const store = aStore();
    keepDraft('mae', 'kerosene', { rating: 4, comment: 'The low synth' }, store);
    expect(readDraft('juno', 'kerosene', store)).toEqual(emptyDraft);
  });

  it('is empty when what was kept cannot be read', () => {
    const store = aStore();
    for (const broken of ['{', '7', '{"rating":9,"comment":3}']) {
      store.setItem('earshot-draft:mae:kerosene', broken);
      expect(readDraft('mae', 'kerosene', store)).toEqual(emptyDraft);
    }
  });

  it('comes back for the same track', () => {
    const store = aStore();
    const draft = { rating: 4, comment: 'The low synth' };
    keepDraft('mae', 'kerosene', draft, store);
    expect(readDraft('mae', 'kerosene', store)).toEqual(draft);
    expect(readDraft('mae', 'porchlight', store)).toEqual(emptyDraft);
  });

  it('leaves nothing behind when it is emptied', () => {
    const store = aStore();
    keepDraft('mae', 'kerosene', { rating: 4, comment: '' }, store);
    keepDraft('mae', 'kerosene', emptyDraft, store);
    expect(store.size()).toBe(0);
  });
});

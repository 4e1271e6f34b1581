import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptDraft, ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import { emptyDraft, type LocalDraft, noDraft } from './review-draft.ts';

const draft = (comment: string): ReviewDraft => ({ ...emptyDraft, comment });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A keeper with a server that keeps one draft, sets nothing aside, and can be out of reach. */
function aKeeper({
  local = noDraft,
  kept = { revision: 0, draft: null } as KeptDraft,
  storesNothing = false,
} = {}) {
  const server = { kept, isReachable: true, saves: 0 };
  const browser: { local: LocalDraft | null } = { local };
  const reach = () => {
    if (!server.isReachable) throw new Error('offline');
  };
  const keeper = createDraftKeeper(local, {
    read: async () => {
      reach();
      return server.kept;
    },
    save: async (saved) => {
      reach();
      server.saves += 1;
      server.kept = { revision: server.kept.revision + 1, draft: saved };
      return server.kept;
    },
    isPassing: () => true,
    keepLocally: (next) => {
      if (!storesNothing) browser.local = next;
      return !storesNothing;
    },
  });
  return { keeper, server, browser };
}

describe('a draft in two places', () => {
  it('is in the browser at once and on the server after a pause in typing', async () => {
    const { keeper, server, browser } = aKeeper();
    keeper.change({ comment: 'The' });
    keeper.change({ comment: 'The bass' });
    expect(browser.local?.draft.comment).toBe('The bass');
    await vi.advanceTimersByTimeAsync(2000);
    expect([server.saves, server.kept.draft?.comment, browser.local?.isKept]).toEqual([1, 'The bass', true]);
  });

  it('comes from the server on a new device', async () => {
    const { keeper } = aKeeper({ kept: { revision: 3, draft: draft('Elsewhere') } });
    keeper.open(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(keeper.draft().comment).toBe('Elsewhere');
  });

  it('sends text that never reached the server, instead of replacing it with the server’s', async () => {
    const local = { draft: draft('Typed on the train'), seen: 1, isKept: false };
    const { keeper, server } = aKeeper({ local, kept: { revision: 2, draft: draft('Elsewhere') } });
    keeper.open(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect([keeper.draft().comment, server.kept.draft?.comment]).toEqual([
      'Typed on the train',
      'Typed on the train',
    ]);
  });

  it('retries until the server is reachable', async () => {
    const { keeper, server } = aKeeper();
    server.isReachable = false;
    keeper.change({ comment: 'Offline' });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(server.saves).toBe(0);
    server.isReachable = true;
    await vi.advanceTimersByTimeAsync(6000);
    expect(server.kept.draft?.comment).toBe('Offline');
  });

  it('keeps text typed during a save', async () => {
    const { keeper, server } = aKeeper();
    keeper.change({ comment: 'One' });
    keeper.saveNow();
    keeper.change({ comment: 'One two' });
    await vi.advanceTimersByTimeAsync(2000);
    expect([keeper.draft().comment, server.kept.draft?.comment]).toEqual(['One two', 'One two']);
  });

  it('is deleted after the submission, and not saved again', async () => {
    const { keeper, server, browser } = aKeeper();
    keeper.change({ comment: 'Done' });
    keeper.forget();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([server.saves, browser.local]).toEqual([0, null]);
  });

  it('is only in the page while the browser stores nothing and the server does not have it', async () => {
    const { keeper, server } = aKeeper({ storesNothing: true });
    expect(keeper.isOnlyHere()).toBe(false);
    server.isReachable = false;
    keeper.change({ comment: 'Typed with site data blocked' });
    await vi.advanceTimersByTimeAsync(2000);
    expect(keeper.isOnlyHere()).toBe(true);
    server.isReachable = true;
    await vi.advanceTimersByTimeAsync(5000);
    expect(keeper.isOnlyHere()).toBe(false);
    keeper.change({ comment: 'Typed and sent' });
    expect(keeper.isOnlyHere()).toBe(true);
    keeper.forget();
    expect(keeper.isOnlyHere()).toBe(false);
  });

  it('is never only in the page when the browser stores it', () => {
    const { keeper, server } = aKeeper();
    server.isReachable = false;
    keeper.change({ comment: 'Typed on the train' });
    expect(keeper.isOnlyHere()).toBe(false);
  });
});

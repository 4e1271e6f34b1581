import type { KeptDraft, ReviewDraft } from '#contract/reviews/review-drafts.ts';
import { emptyDraft, type LocalDraft } from './review-draft.ts';

/** A pause in the typing after which the draft goes to the server. */
const settlesMilliseconds = 1500;
const retryMilliseconds = 5000;

export interface DraftEnds {
  readonly read: () => Promise<KeptDraft>;
  readonly save: (draft: ReviewDraft, seen: number) => Promise<KeptDraft>;
  /** Whether a failed call is worth another try. */
  readonly isPassing: (error: unknown) => boolean;
  /** Keeps the draft in this browser; null for none. */
  readonly keepLocally: (local: LocalDraft | null) => void;
}

export interface DraftKeeper {
  readonly draft: () => ReviewDraft;
  readonly subscribe: (changed: () => void) => () => void;
  readonly change: (part: Partial<ReviewDraft>) => void;
  /** Sends what is waiting without a pause. */
  readonly saveNow: () => void;
  /** Meets the server's draft; the answer ends it, after sending what is waiting. */
  readonly open: () => () => void;
  /** The review is submitted: nothing of the draft is left here, and nothing is sent any more. */
  readonly forget: () => void;
}

/**
 * One draft in two places: at once in the browser, a moment later on the server. Whoever has not seen the other's words
 * sends its own, and the server sets the other's aside, so no words are lost.
 */
export function createDraftKeeper(start: LocalDraft, ends: DraftEnds): DraftKeeper {
  let local = start;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSaving = false;
  let isForgotten = false;
  const changes = new Set<() => void>();

  const put = (next: LocalDraft) => {
    local = next;
    ends.keepLocally(next.draft === emptyDraft ? null : next);
    for (const changed of changes) changed();
  };
  const saveIn = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), milliseconds);
  };

  async function save(): Promise<void> {
    clearTimeout(timer);
    if (isSaving || isForgotten || local.isKept) return;
    isSaving = true;
    const { draft, seen } = local;
    const saved = await ends.save(draft, seen).catch((error: unknown) => {
      if (ends.isPassing(error)) saveIn(retryMilliseconds);
      return undefined;
    });
    isSaving = false;
    if (isForgotten || saved === undefined) return;
    take(saved, draft);
    if (!local.isKept) saveIn(settlesMilliseconds);
  }

  /** The server's answer to `sent`; what was typed since stays. */
  function take(saved: KeptDraft, sent: ReviewDraft): void {
    const kept = saved.draft ?? sent;
    if (local.draft === sent) put({ draft: kept, seen: saved.revision, isKept: true });
    else put({ ...local, draft: { ...local.draft, setAside: kept.setAside }, seen: saved.revision });
  }

  async function meet(): Promise<void> {
    const kept = await ends.read().catch(() => undefined);
    if (isForgotten) return;
    if (kept?.draft && kept.revision !== local.seen && local.isKept)
      put({ draft: kept.draft, seen: kept.revision, isKept: true });
    else await save();
  }

  return {
    draft: () => local.draft,
    subscribe: (changed) => {
      changes.add(changed);
      return () => changes.delete(changed);
    },
    change: (part) => {
      put({ ...local, draft: { ...local.draft, ...part }, isKept: false });
      saveIn(settlesMilliseconds);
    },
    saveNow: () => void save(),
    open: () => {
      void meet();
      return () => void save();
    },
    forget: () => {
      isForgotten = true;
      clearTimeout(timer);
      ends.keepLocally(null);
    },
  };
}

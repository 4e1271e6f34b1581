import type { KeptDraft, ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import { emptyDraft, type LocalDraft } from './review-draft.ts';

/** The draft is saved after a pause of this length. */
const settlesMilliseconds = 1500;
const retryMilliseconds = 5000;

export interface DraftEnds {
  readonly read: () => Promise<KeptDraft>;
  readonly save: (draft: ReviewDraft, seen: number) => Promise<KeptDraft>;
  /** Whether a failed call should be retried. */
  readonly isPassing: (error: unknown) => boolean;
  /** Stores the draft in this browser; null deletes it. Returns whether the browser did. */
  readonly keepLocally: (local: LocalDraft | null) => boolean;
}

export interface DraftKeeper {
  readonly draft: () => ReviewDraft;
  /** Whether the draft is only in this page, since the browser stores nothing and the server does not have it yet. */
  readonly isOnlyHere: () => boolean;
  readonly subscribe: (changed: () => void) => () => void;
  readonly change: (part: Partial<ReviewDraft>) => void;
  /** Saves pending changes immediately. */
  readonly saveNow: () => void;
  /**
   * Merges with the server's draft; returns the function that ends it after saving pending changes.
   * @param onRefused called when the server refuses the draft
   */
  readonly open: (onRefused: (error: unknown) => void) => () => void;
  /** The review was submitted: deletes the local draft, and saves nothing more. */
  readonly forget: () => void;
}

/**
 * Keeps a draft in the browser at once and on the server shortly after. A device that has not seen the other's text
 * sends its own, and the server sets the other aside, so no text is lost.
 */
export function createDraftKeeper(start: LocalDraft, ends: DraftEnds): DraftKeeper {
  let local = start;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSaving = false;
  let isForgotten = false;
  let isInBrowser = true;
  let refused: ((error: unknown) => void) | undefined;
  const changes = new Set<() => void>();

  const tell = () => {
    for (const changed of changes) changed();
  };
  const put = (next: LocalDraft) => {
    local = next;
    isInBrowser = ends.keepLocally(next.draft === emptyDraft ? null : next);
    tell();
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
      else if (!isForgotten) refused?.(error);
      return undefined;
    });
    isSaving = false;
    if (isForgotten || saved === undefined) return;
    take(saved, draft);
    if (!local.isKept) saveIn(settlesMilliseconds);
  }

  /** Applies the server's response to `sent`, keeping what was typed since. */
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
    isOnlyHere: () => !isInBrowser && !local.isKept && !isForgotten,
    subscribe: (changed) => {
      changes.add(changed);
      return () => changes.delete(changed);
    },
    change: (part) => {
      if (isForgotten) return;
      put({ ...local, draft: { ...local.draft, ...part }, isKept: false });
      saveIn(settlesMilliseconds);
    },
    saveNow: () => void save(),
    open: (onRefused) => {
      refused = onRefused;
      void meet();
      return () => {
        refused = undefined;
        void save();
      };
    },
    forget: () => {
      isForgotten = true;
      clearTimeout(timer);
      ends.keepLocally(null);
      tell();
    },
  };
}

/** The start of the names under which this browser stores drafts. */
export const draftSlots = 'earshot-draft:';

/** At a sign-out: deletes the drafts that the server has, so that the next user of this browser finds none of them. */
export function forgetKeptDrafts(): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(draftSlots)) continue;
      const stored: { readonly isKept?: unknown } | null = JSON.parse(localStorage.getItem(name) ?? 'null');
      if (stored?.isKept === true) localStorage.removeItem(name);
    }
  } catch {
    // A browser that blocks site data has none.
  }
}

/** What the keys of stored objects begin with, each kind with its own. A bucket may hold other things beside them. */
export const storedPrefixes = {
  audio: 'tracks/',
  /** Parts of what is not whole yet. */
  parts: 'uploads/',
  avatars: 'avatars/',
  covers: 'covers/',
} as const;

export const allStoredPrefixes: readonly string[] = Object.values(storedPrefixes);

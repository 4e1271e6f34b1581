/** Key prefixes of stored objects by kind. A bucket may contain other objects. */
export const storedPrefixes = {
  audio: 'tracks/',
  /** Parts of incomplete uploads. */
  parts: 'uploads/',
  avatars: 'avatars/',
  covers: 'covers/',
} as const;

export const allStoredPrefixes: readonly string[] = Object.values(storedPrefixes);

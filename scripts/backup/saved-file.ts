import { z } from 'zod';

/** One file of a backup. Length and SHA-256 are those before encryption. */
export const SavedFile = z.strictObject({
  /** Path relative to the backup's folder, with forward slashes. */
  path: z.string(),
  byteLength: z.int(),
  sha256: z.hex(),
});
export type SavedFile = z.infer<typeof SavedFile>;

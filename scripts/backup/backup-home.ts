import type { Readable } from 'node:stream';
import type { BackupOfSet } from './backup-set.ts';

/** A stored file of an earlier backup that a later one may share. */
export interface HeldFile {
  readonly path: string;
  /** The backup that wrote it; undefined if that is the backup that lists it. */
  readonly heldBy: string | undefined;
  /** Its size in bytes as stored. */
  readonly storedBytes: number;
}

/** The files of one backup. Paths use forward slashes. */
export interface BackupFiles {
  /** Its location, for people. */
  readonly title: string;
  /** Whether the storage itself verifies content on reading, as object stores do and disks do not. */
  readonly checksContent: boolean;
  /** Writes a new file atomically and durably. */
  write(path: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Reads a file of this backup, or of the backup `heldBy` that holds it. The stream fails if there is none. */
  read(path: string, heldBy?: string): Promise<Readable>;
  has(path: string): Promise<boolean>;
  /**
   * Adds a file of an earlier backup of the same home without copying it. Returns the backup that holds it; undefined
   * if this one now does.
   * @throws if it has to be copied
   */
  share(earlier: BackupFiles, file: HeldFile): Promise<string | undefined>;
  /** Lists what is stored now. Returns a function that tells whether a file is there with its full length. */
  look(): Promise<(file: HeldFile) => Promise<boolean>>;
}

/** The files of earlier backups that the kept backups need. */
export interface NeededFiles {
  has(heldBy: string, path: string): boolean;
}

/** A place for backups, a folder or a part of a bucket. Each backup is named after the moment it was made. */
export interface BackupHome {
  /** Its location, for people. */
  readonly title: string;
  /** Newest first; ignores everything that is not a backup. */
  list(): Promise<readonly BackupOfSet[]>;
  files(name: string): BackupFiles;
  /**
   * Removes a backup, manifest first, so that one half removed does not look complete. Keeps files that others share.
   */
  remove(name: string): Promise<void>;
  /** Removes the files that no backup needs any more. Nothing may be written meanwhile. */
  sweep(needed: () => Promise<NeededFiles>): Promise<void>;
}

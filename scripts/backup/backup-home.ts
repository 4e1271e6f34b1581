import type { Readable } from 'node:stream';
import type { BackupOfSet } from './backup-set.ts';

/** A stored file of an earlier backup, as another may need it. */
export interface HeldFile {
  readonly path: string;
  /** The backup that it was written for; undefined where that is the one it was listed by. */
  readonly heldBy: string | undefined;
  /** Its bytes as they are stored. */
  readonly storedBytes: number;
}

/** The files of one backup. Paths have forward slashes. */
export interface BackupFiles {
  /** Where it is, as people read it. */
  readonly title: string;
  /** Whether the place itself sees to it that what is read is what was written, as object stores do and disks do not. */
  readonly checksContent: boolean;
  /** Writes a new file, durably and whole, or not at all. */
  write(path: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** A file of this backup, or of the one that holds it for this one. The stream fails where there is none. */
  read(path: string, heldBy?: string): Promise<Readable>;
  has(path: string): Promise<boolean>;
  /**
   * Makes a file of an earlier backup of the same home part of this one without copying it. Answers which backup holds it;
   * undefined when it is this one now. @throws when it has to be copied
   */
  share(earlier: BackupFiles, file: HeldFile): Promise<string | undefined>;
  /** Looks at what is stored now. Answers whether a file of this backup is there as long as it was written. */
  look(): Promise<(file: HeldFile) => Promise<boolean>>;
}

/** Which files of earlier backups are needed by those that are kept. */
export interface NeededFiles {
  has(heldBy: string, path: string): boolean;
}

/** Where backups lie, each under the name of its moment: a folder, or a part of a bucket. */
export interface BackupHome {
  /** As people read it. */
  readonly title: string;
  /** Newest first. Other things that lie there are none. */
  list(): Promise<readonly BackupOfSet[]>;
  files(name: string): BackupFiles;
  /** Removes a backup, its manifest first: one that is half removed must not look whole. Files that others share stay. */
  remove(name: string): Promise<void>;
  /** Removes what no backup needs any more. Nothing may be written meanwhile. */
  sweep(needed: () => Promise<NeededFiles>): Promise<void>;
}

import type { FlacInfo } from './flac-info.ts';
import type { PcmLayout } from './pcm-layout.ts';

/** A file that is read and encoded piece by piece, and how its sound lies in it. */
export type MasterOrder =
  | { readonly kind: 'pcm'; readonly file: Blob; readonly layout: PcmLayout }
  | { readonly kind: 'flac'; readonly file: Blob; readonly info: FlacInfo };

export type MasterReply =
  /** Share of all samples, from 0 to 1. */
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly mp3: Blob }
  /** The file is why: the text is for the artist. */
  | { readonly kind: 'refused'; readonly why: string }
  /** `mayEncode`: a retry may help, for example if the file or the encoder could not be loaded. */
  | { readonly kind: 'failed'; readonly why: string; readonly mayEncode: boolean };

import type { PcmLayout } from './pcm-layout.ts';

/** Sound without compression in a file, read piece by piece. */
export interface PcmOrder {
  readonly kind: 'file';
  readonly file: Blob;
  readonly layout: PcmLayout;
}

/** Sound that the page has decoded: the thread asks for one piece after the other, so that it is in memory once. */
export interface PiecesOrder {
  readonly kind: 'pieces';
  readonly sampleRate: number;
  readonly channels: number;
  /** Samples of each channel. */
  readonly frames: number;
}

export type MasterOrder = PcmOrder | PiecesOrder;

/** Of each channel the samples of one piece. */
export interface Piece {
  readonly kind: 'piece';
  readonly samples: Float32Array<ArrayBuffer>[];
}

export type MasterReply =
  /** Of all samples, from 0 to 1. */
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'wanted'; readonly from: number; readonly to: number }
  | { readonly kind: 'done'; readonly mp3: Blob }
  /** `mayEncode`: another try may do, as where the file or the encoder could not be fetched. */
  | { readonly kind: 'failed'; readonly why: string; readonly mayEncode: boolean };

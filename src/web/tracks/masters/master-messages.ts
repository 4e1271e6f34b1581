import type { PcmLayout } from './pcm-layout.ts';

/** Sound without compression in a file, read piece by piece. */
export interface PcmOrder {
  readonly kind: 'file';
  readonly file: Blob;
  readonly layout: PcmLayout;
}

/** Sound that was decoded already. */
export interface SamplesOrder {
  readonly kind: 'samples';
  readonly sampleRate: number;
  readonly channels: readonly Float32Array[];
}

export type MasterOrder = PcmOrder | SamplesOrder;

export type MasterReply =
  /** Of all samples, from 0 to 1. */
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly mp3: Blob }
  | { readonly kind: 'failed'; readonly why: string };

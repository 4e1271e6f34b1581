/** The start message of the analysis thread. */
export interface AnalysisOrder {
  /** Samples per channel in the whole track. */
  samples: number;
  /** Hertz. */
  sampleRate: number;
}

/** To the thread: the next bytes, or null at the end. */
export type AnalysisInput = Uint8Array | null;

export interface AudioAnalysis {
  /** 800 values from 0 (silence) to 255 (full scale). */
  peaks: Uint8Array;
  /** Integrated loudness in LUFS (ITU-R BS.1770-4), with a mono track counted on both channels; null for silence. */
  loudnessLufs: number | null;
  /** The recording's fingerprint: one term for each eighth of a second of the first two minutes. */
  print: Int32Array;
}

/** From the thread: ready for more bytes, the finished analysis, or that nothing could be decoded. */
export type AnalysisReply =
  | { kind: 'ready' }
  | { kind: 'done'; analysis: AudioAnalysis }
  | { kind: 'undecodable' };

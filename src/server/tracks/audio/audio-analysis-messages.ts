/** What the thread that analyses is told when it starts. */
export interface AnalysisOrder {
  /** Samples of each channel in the whole track. */
  samples: number;
  /** Hertz. */
  sampleRate: number;
}

/** To the analysing thread: the next bytes, or null when there are no more. */
export type AnalysisInput = Uint8Array | null;

export interface AudioAnalysis {
  /** 800 values from 0 (silence) to 255 (full scale). */
  peaks: Uint8Array;
  /** Integrated loudness in LUFS (ITU-R BS.1770-4), a mono track as heard from both sides; null for silence. */
  loudnessLufs: number | null;
  /** What the recording is known by: a term for each eighth of a second of its first two minutes. */
  print: Int32Array;
}

/** From the analysing thread: ready for the next bytes, the finished analysis, or that nothing could be decoded. */
export type AnalysisReply =
  | { kind: 'ready' }
  | { kind: 'done'; analysis: AudioAnalysis }
  | { kind: 'undecodable' };

/**
 * Why a file is refused:
 * - `no_audio`: empty, or nothing but tags
 * - `not_mp3`: no chain of MPEG audio layer III frames where one must be
 * - `free_format`: layer III without a bitrate in its headers, which players do not share
 * - `damaged`: a leading tag that claims too much, or less than 95 % of the bytes are frames
 * - `too_short`: less sound than the shortest track
 */
export type Mp3RefusalReason = 'no_audio' | 'not_mp3' | 'free_format' | 'damaged' | 'too_short';

export interface Mp3Accepted {
  ok: true;
  /** Frames with sound. A Xing, Info or VBRI frame stays in the file but is not counted. */
  frames: number;
  /** Samples per channel. */
  samples: number;
  /** Hertz. */
  sampleRate: number;
  channels: 1 | 2;
  durationSeconds: number;
  /** Total bytes of the frames, which are all that is stored. */
  byteLength: number;
  /** Bits per second over all frames with sound, rounded. */
  averageBitrate: number;
}

export interface Mp3Refused {
  ok: false;
  reason: Mp3RefusalReason;
}

export type Mp3Verdict = Mp3Accepted | Mp3Refused;

/** Counts from walking through a file. Bytes that are neither frames nor junk were tags or a truncated last frame. */
export interface Mp3Counts {
  frames: number;
  samples: number;
  sampleRate: number;
  channels: 1 | 2;
  frameBytes: number;
  infoFrameBytes: number;
  junkBytes: number;
}

/** Seconds of sound that a track must have. */
export const SHORTEST_TRACK_SECONDS = 1;

/** The share of bytes after tags that must be consecutive valid frames. */
const FRAME_SHARE = 0.95;

/** Judges a file by its counts. `isFreeFormat`: it started with a free-format header. */
export function judge(counts: Mp3Counts, isFreeFormat: boolean, shortestSeconds: number): Mp3Verdict {
  const { frames, samples, sampleRate, channels, frameBytes, infoFrameBytes, junkBytes } = counts;
  if (frameBytes === 0) return { ok: false, reason: emptyReason(junkBytes, isFreeFormat) };
  if (frameBytes < FRAME_SHARE * (frameBytes + junkBytes)) return { ok: false, reason: 'damaged' };
  const durationSeconds = samples / sampleRate;
  if (durationSeconds < shortestSeconds || frames === 0) return { ok: false, reason: 'too_short' };
  const averageBitrate = Math.round(((frameBytes - infoFrameBytes) * 8) / durationSeconds);
  return {
    ok: true,
    frames,
    samples,
    sampleRate,
    channels,
    durationSeconds,
    byteLength: frameBytes,
    averageBitrate,
  };
}

function emptyReason(junkBytes: number, isFreeFormat: boolean): Mp3RefusalReason {
  if (isFreeFormat) return 'free_format';
  return junkBytes === 0 ? 'no_audio' : 'not_mp3';
}

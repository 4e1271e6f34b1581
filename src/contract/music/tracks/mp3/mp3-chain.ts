import type { ByteWindow } from './byte-window.ts';
import { areOfOneStream, type FrameHeader, HEADER_BYTES, parseFrameHeader } from './mp3-frames.ts';
import { TAG_LOOKAHEAD_BYTES, tagAt } from './mp3-tags.ts';

/**
 * What is at a position: a confirmed frame, nothing, a last frame cut off by the end, or unknown until there are more
 * bytes.
 */
export type Finding =
  | { kind: 'frame'; header: FrameHeader }
  | { kind: 'nothing' }
  | { kind: 'cut_frame' }
  | { kind: 'wait'; bytes: number };

const NOTHING: Finding = { kind: 'nothing' };

export interface Chain {
  /** How many further frames must follow, each where the previous one ends. */
  confirmations: number;
  /** An earlier frame of the stream, which further ones must match. */
  stream: FrameHeader | undefined;
  /** Whether the file ends where the window ends. */
  ended: boolean;
}

/**
 * Looks for a frame at the start of the window. A header alone proves little, since at most twelve of its bits are
 * fixed: the next frame, a tag or the end of the file must follow where the frame should end.
 */
export function frameAtStart(window: ByteWindow, { confirmations, stream, ended }: Chain): Finding {
  const { bytes, start, end } = window;
  const header = end - start < HEADER_BYTES ? undefined : parseFrameHeader(bytes, start);
  if (header === undefined || (stream !== undefined && !areOfOneStream(stream, header))) return NOTHING;
  const frame: Finding = { kind: 'frame', header };
  let next = start;
  let length = header.length;
  for (let confirmed = 0; confirmed < confirmations; confirmed++) {
    next += length;
    if (!ended && next + TAG_LOOKAHEAD_BYTES > end) {
      return { kind: 'wait', bytes: next + TAG_LOOKAHEAD_BYTES - start };
    }
    if (next > end) return confirmed > 0 ? frame : stream === undefined ? NOTHING : { kind: 'cut_frame' };
    if (end - next < HEADER_BYTES) return frame;
    const following = parseFrameHeader(bytes, next);
    if (following === undefined || !areOfOneStream(header, following)) {
      return tagAt(bytes, next) === undefined ? NOTHING : frame;
    }
    length = following.length;
  }
  return frame;
}

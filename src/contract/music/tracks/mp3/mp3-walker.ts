import { ByteWindow } from './byte-window.ts';
import { hasText } from './has-text.ts';
import { frameAtStart } from './mp3-chain.ts';
import { type FrameHeader, isFreeFormatHeader, isInfoFrame } from './mp3-frames.ts';
import {
  BIGGEST_LYRICS3_BYTES,
  BIGGEST_TAG_BYTES,
  ID3V1_BYTES,
  isLyrics3End,
  LYRICS3_END_BYTES,
  TAG_LOOKAHEAD_BYTES,
  tagAt,
} from './mp3-tags.ts';
import { judge, type Mp3RefusalReason, type Mp3Verdict, SHORTEST_TRACK_SECONDS } from './mp3-verdict.ts';

const WINDOW_BYTES = 128 * 1024;

/** The sound must start within this many bytes after the leading tags. */
const SEARCH_BYTES = 64 * 1024;

/** More junk than this means a damaged file, whatever its size. It also bounds the time of the search. */
const MOST_JUNK_BYTES = 3 * 1024 * 1024;

/** How many following frames confirm the first frame, which determines the stream, and how many later ones. */
const CONFIRMATIONS_OF_FIRST = 3;
const CONFIRMATIONS_OF_LATER = 1;

export interface Mp3WalkerOptions {
  shortestSeconds?: number;
}

/** The tag being skipped: remaining bytes (for Lyrics3 at most) and skipped bytes. */
interface OpenTag {
  kind: 'sized' | 'lyrics3';
  left: number;
  skipped: number;
}

/**
 * Walks through a chunked MP3 in constant memory and linear time and passes on only its frames, without tags, trailers
 * and junk between frames.
 */
export class Mp3Walker {
  readonly #window = new ByteWindow(WINDOW_BYTES);
  /** Found but not passed on yet. */
  #runs: Uint8Array[] = [];
  readonly #shortestSeconds: number;
  #verdict: Mp3Verdict | undefined;
  #ended = false;
  /** Bytes that the window must hold before it is worth looking again. */
  #wanted = 0;
  #runStart = 0;
  #tag: OpenTag | undefined;
  /** Whether a tag may start here: at the start, after a tag or after a frame. */
  #atBoundary = true;
  #stream: FrameHeader | undefined;
  #isFreeFormat = false;
  #frames = 0;
  #frameBytes = 0;
  #infoFrameBytes = 0;
  #junkBytes = 0;

  constructor(options: Mp3WalkerOptions = {}) {
    this.#shortestSeconds = options.shortestSeconds ?? SHORTEST_TRACK_SECONDS;
  }

  /** Set once the file is refused, or after `end`. */
  get verdict(): Mp3Verdict | undefined {
    return this.#verdict;
  }

  /**
   * Takes the next bytes and yields runs of whole frames, each valid until the next is requested. If there is a verdict
   * already, it is a refusal and the rest need not be read.
   */
  *push(chunk: Uint8Array): Generator<Uint8Array, void> {
    let from = 0;
    while (from < chunk.length && this.#verdict === undefined) {
      from += this.#skipOfTag(chunk.length - from);
      from += this.#window.fill(chunk, from);
      if (this.#window.length < this.#wanted) continue;
      this.#walk();
      yield* this.#takeRuns();
    }
  }

  /** Ends the file: yields the last frames and returns the verdict. */
  *end(): Generator<Uint8Array, Mp3Verdict> {
    this.#ended = true;
    this.#window.seal();
    if (this.#verdict === undefined) this.#walk();
    this.#verdict ??= this.#judgeWhole();
    yield* this.#takeRuns();
    return this.#verdict;
  }

  #takeRuns(): Uint8Array[] {
    const runs = this.#runs;
    this.#runs = [];
    return runs;
  }

  #judgeWhole(): Mp3Verdict {
    if (this.#tag !== undefined) {
      // The tag is longer than the file. Before the sound that is damage, after it the bytes are junk.
      if (this.#stream === undefined) return { ok: false, reason: 'damaged' };
      this.#junkBytes += this.#tag.skipped;
    }
    const counts = {
      frames: this.#frames,
      samples: this.#frames * (this.#stream?.samples ?? 0),
      sampleRate: this.#stream?.sampleRate ?? 0,
      channels: this.#stream?.channels ?? 1,
      frameBytes: this.#frameBytes,
      infoFrameBytes: this.#infoFrameBytes,
      junkBytes: this.#junkBytes,
    };
    return judge(counts, this.#isFreeFormat, this.#shortestSeconds);
  }

  /** Continues as far as the window allows. */
  #walk(): void {
    this.#wanted = 0;
    this.#runStart = this.#window.start;
    while (this.#verdict === undefined && this.#window.length > 0 && this.#step());
    this.#flushRun();
  }

  /** One step through a tag, over a frame or over a byte of junk. False if more bytes are needed first. */
  #step(): boolean {
    if (this.#tag !== undefined) return this.#stepThroughTag(this.#tag);
    if (!this.#has(TAG_LOOKAHEAD_BYTES)) return false;
    if (this.#atBoundary && this.#openTag()) return true;
    return this.#stepOverFrame();
  }

  /** Whether the window holds this many bytes, or all that are left. */
  #has(bytes: number): boolean {
    if (this.#ended || this.#window.length >= bytes) return true;
    this.#wanted = bytes;
    return false;
  }

  #stepOverFrame(): boolean {
    const { bytes, start } = this.#window;
    const stream = this.#stream;
    const confirmations = stream === undefined ? CONFIRMATIONS_OF_FIRST : CONFIRMATIONS_OF_LATER;
    const found = frameAtStart(this.#window, { confirmations, stream, ended: this.#ended });
    if (found.kind === 'wait') return this.#has(found.bytes);
    if (found.kind === 'frame') {
      this.#takeFrame(found.header);
      return true;
    }
    if (found.kind === 'cut_frame') {
      this.#drop(this.#window.length);
      return true;
    }
    if (hasText(bytes, start, 'TAG')) return this.#stepOverLastTag();
    this.#dropJunk();
    return true;
  }

  #takeFrame(header: FrameHeader): void {
    const { bytes, start } = this.#window;
    if (this.#stream === undefined && isInfoFrame(bytes, start, header)) this.#infoFrameBytes = header.length;
    else this.#frames++;
    this.#stream ??= header;
    this.#frameBytes += header.length;
    this.#window.start += header.length;
    this.#atBoundary = true;
  }

  #dropJunk(): void {
    const { bytes, start, end } = this.#window;
    const isFirst = this.#stream === undefined && this.#junkBytes === 0;
    if (isFirst) this.#isFreeFormat = isFreeFormatHeader(bytes, start);
    let next = start + 1;
    while (next < end && !canStartSomething(bytes[next])) next++;
    this.#drop(next - start);
    this.#junkBytes += next - start;
    this.#atBoundary = false;
    if (this.#junkBytes >= MOST_JUNK_BYTES) this.#refuse('damaged');
    if (this.#stream === undefined && this.#junkBytes >= SEARCH_BYTES) {
      this.#refuse(this.#isFreeFormat ? 'free_format' : 'not_mp3');
    }
  }

  /** In junk, for example after a truncated last frame, an ID3v1 tag only counts at the end of the file. */
  #stepOverLastTag(): boolean {
    if (!this.#has(ID3V1_BYTES + 1)) return false;
    if (this.#ended && this.#window.length === ID3V1_BYTES) this.#drop(ID3V1_BYTES);
    else this.#dropJunk();
    return true;
  }

  #openTag(): boolean {
    const tag = tagAt(this.#window.bytes, this.#window.start);
    if (tag === undefined) return false;
    const left = tag.kind === 'sized' ? tag.length : BIGGEST_LYRICS3_BYTES;
    if (left > BIGGEST_TAG_BYTES) this.#refuse('damaged');
    else this.#tag = { kind: tag.kind, left, skipped: 0 };
    return true;
  }

  #stepThroughTag(tag: OpenTag): boolean {
    if (tag.kind === 'sized') {
      this.#skip(tag, Math.min(tag.left, this.#window.length));
      if (tag.left === 0) this.#tag = undefined;
      return true;
    }
    if (!this.#has(LYRICS3_END_BYTES)) return false;
    if (isLyrics3End(this.#window.bytes, this.#window.start)) {
      this.#drop(LYRICS3_END_BYTES);
      this.#tag = undefined;
    } else if (tag.left === 0) {
      this.#junkBytes += tag.skipped;
      this.#tag = undefined;
    } else {
      this.#skip(tag, 1);
    }
    return true;
  }

  #skip(tag: OpenTag, bytes: number): void {
    this.#drop(bytes);
    tag.left -= bytes;
    tag.skipped += bytes;
  }

  /** Skips the part of the next bytes that belongs to a tag of known size, without copying; returns how many. */
  #skipOfTag(available: number): number {
    if (this.#tag?.kind !== 'sized' || this.#window.length > 0) return 0;
    const bytes = Math.min(this.#tag.left, available);
    this.#tag.left -= bytes;
    this.#tag.skipped += bytes;
    if (this.#tag.left === 0) this.#tag = undefined;
    return bytes;
  }

  /** Drops these bytes, after passing on the frames before them. */
  #drop(bytes: number): void {
    this.#flushRun();
    this.#window.start += bytes;
    this.#runStart = this.#window.start;
  }

  #flushRun(): void {
    const { bytes, start } = this.#window;
    if (start > this.#runStart) this.#runs.push(bytes.subarray(this.#runStart, start));
    this.#runStart = start;
  }

  #refuse(reason: Mp3RefusalReason): void {
    this.#verdict = { ok: false, reason };
  }
}

/** Whether a byte in junk may start a frame or a final ID3v1 tag. */
const canStartSomething = (byte: number | undefined): boolean => byte === 0xff || byte === 0x54;

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

/** Bytes past the leading tags within which the sound must begin. */
const SEARCH_BYTES = 64 * 1024;

/** More junk than this is damage in a file of any size; it bounds the time that searching it may cost. */
const MOST_JUNK_BYTES = 3 * 1024 * 1024;

/** Following frames that confirm the first one, which decides what the stream is, and every later one. */
const CONFIRMATIONS_OF_FIRST = 3;
const CONFIRMATIONS_OF_LATER = 1;

export interface Mp3WalkerOptions {
  shortestSeconds?: number;
}

/** The tag being skipped: bytes of it still to come (for Lyrics3 at most) and bytes gone. */
interface OpenTag {
  kind: 'sized' | 'lyrics3';
  left: number;
  skipped: number;
}

/**
 * Walks through an MP3 that comes in chunks of any size, in constant memory and linear time, and hands on its frames
 * alone: tags, trailers and whatever stands between frames are left out.
 */
export class Mp3Walker {
  readonly #window = new ByteWindow(WINDOW_BYTES);
  /** Found and not yet handed on. */
  #runs: Uint8Array[] = [];
  readonly #shortestSeconds: number;
  #verdict: Mp3Verdict | undefined;
  #ended = false;
  /** Bytes the window must hold before looking again is worth it. */
  #wanted = 0;
  #runStart = 0;
  #tag: OpenTag | undefined;
  /** Whether a tag may begin here: at the beginning, after a tag, after a frame. */
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

  /** There once the file is refused, or after `end`. */
  get verdict(): Mp3Verdict | undefined {
    return this.#verdict;
  }

  /**
   * Takes the next bytes and hands on runs of whole frames, each good only until the next one is asked for. A verdict
   * there already, always a refusal, means that the rest need not be read.
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

  /** No more bytes come: hands on the last frames and answers what was found. */
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
      // The tag claims more than the file has. In front that is damage, behind the sound it counts as junk.
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

  /** Goes on as far as the window allows. */
  #walk(): void {
    this.#wanted = 0;
    this.#runStart = this.#window.start;
    while (this.#verdict === undefined && this.#window.length > 0 && this.#step());
    this.#flushRun();
  }

  /** One step on: through a tag, over a frame or over a byte of junk. False when more bytes are needed first. */
  #step(): boolean {
    if (this.#tag !== undefined) return this.#stepThroughTag(this.#tag);
    if (!this.#has(TAG_LOOKAHEAD_BYTES)) return false;
    if (this.#atBoundary && this.#openTag()) return true;
    return this.#stepOverFrame();
  }

  /** Whether the window holds that many bytes, or all there will ever be. */
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

  /** In junk, as after a last frame that was cut off, an ID3v1 tag is one only where it ends the file. */
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

  /** Skips what a tag of known size claims of the next bytes, without copying them; answers how many. */
  #skipOfTag(available: number): number {
    if (this.#tag?.kind !== 'sized' || this.#window.length > 0) return 0;
    const bytes = Math.min(this.#tag.left, available);
    this.#tag.left -= bytes;
    this.#tag.skipped += bytes;
    if (this.#tag.left === 0) this.#tag = undefined;
    return bytes;
  }

  /** Leaves these bytes out: the frames before them are handed on first. */
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

/** Whether a byte found in junk may begin a frame or the ID3v1 tag that ends a file. */
const canStartSomething = (byte: number | undefined): boolean => byte === 0xff || byte === 0x54;

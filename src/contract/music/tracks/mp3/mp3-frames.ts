import { hasText } from './has-text.ts';

/** The content of an MPEG audio layer III frame header. */
export interface FrameHeader {
  version: '1' | '2' | '2.5';
  /** Bits per second. */
  bitrate: number;
  /** Hertz. */
  sampleRate: number;
  channelMode: 'stereo' | 'joint_stereo' | 'dual_channel' | 'mono';
  channels: 1 | 2;
  /** Whether a two-byte checksum follows the header. */
  hasChecksum: boolean;
  /** Bytes of the whole frame, including header and padding. */
  length: number;
  /** Samples per channel. */
  samples: 1152 | 576;
}

export const HEADER_BYTES = 4;

// ISO/IEC 11172-3 and 13818-3, 2.4.2.3, by field value. Version 2.5 is a common extension to low rates.
const VERSIONS = ['2.5', undefined, '2', '1'] as const;
const LAYER_III = 1;
const SAMPLE_RATES = {
  '1': [44100, 48000, 32000],
  '2': [22050, 24000, 16000],
  '2.5': [11025, 12000, 8000],
} as const;
const VERSION_1_KILOBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const;
const VERSION_2_KILOBITS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160] as const;
const CHANNEL_MODES = ['stereo', 'joint_stereo', 'dual_channel', 'mono'] as const;
const FREE_FORMAT = 0;
const RESERVED_EMPHASIS = 2;

interface HeaderFields {
  version: FrameHeader['version'];
  sampleRate: number;
  bitrateIndex: number;
  padding: number;
}

/** The fields that decide whether a layer III frame can start here; undefined if not. */
function headerFields(bytes: Uint8Array, at: number): HeaderFields | undefined {
  const second = bytes[at + 1] ?? 0;
  const third = bytes[at + 2] ?? 0;
  const fourth = bytes[at + 3];
  if (bytes[at] !== 0xff || second < 0xe0 || fourth === undefined) return undefined;
  const version = VERSIONS[(second >> 3) & 3];
  if (version === undefined || ((second >> 1) & 3) !== LAYER_III) return undefined;
  const sampleRate = SAMPLE_RATES[version][(third >> 2) & 3];
  if (sampleRate === undefined || (fourth & 3) === RESERVED_EMPHASIS) return undefined;
  return { version, sampleRate, bitrateIndex: third >> 4, padding: (third >> 1) & 1 };
}

/**
 * Parses the layer III frame header at `at`. Undefined for layers I and II, reserved values, free format (whose length
 * is not in the header), and fewer than four bytes. Source: ISO/IEC 11172-3 (version 1) and ISO/IEC 13818-3 (version
 * 2), clauses 2.4.1.3 and 2.4.2.3.
 */
export function parseFrameHeader(bytes: Uint8Array, at = 0): FrameHeader | undefined {
  const fields = headerFields(bytes, at);
  if (fields === undefined || fields.bitrateIndex === FREE_FORMAT) return undefined;
  const { version, sampleRate, padding } = fields;
  const kilobits = (version === '1' ? VERSION_1_KILOBITS : VERSION_2_KILOBITS)[fields.bitrateIndex];
  const channelMode = CHANNEL_MODES[(bytes[at + 3] ?? 0) >> 6];
  if (kilobits === undefined || channelMode === undefined) return undefined;
  const samples = version === '1' ? 1152 : 576;
  return {
    version,
    bitrate: kilobits * 1000,
    sampleRate,
    channelMode,
    channels: channelMode === 'mono' ? 1 : 2,
    hasChecksum: ((bytes[at + 1] ?? 0) & 1) === 0,
    length: Math.floor(((samples / 8) * kilobits * 1000) / sampleRate) + padding,
    samples,
  };
}

/** Whether a layer III header with free format (bitrate index 0) is at `at`. */
export const isFreeFormatHeader = (bytes: Uint8Array, at = 0): boolean =>
  headerFields(bytes, at)?.bitrateIndex === FREE_FORMAT;

/** Whether two frames can belong to one stream, in which version, sample rate and channels never change. */
export const areOfOneStream = (one: FrameHeader, other: FrameHeader): boolean =>
  one.version === other.version && one.sampleRate === other.sampleRate && one.channels === other.channels;

/**
 * Whether the frame at `at` only describes the file (Xing, Info or VBRI) and has no sound. Xing and Info follow the
 * side information (ISO/IEC 11172-3, 2.4.1.7: 17 or 32 bytes; 13818-3: 9 or 17), VBRI is always 32 bytes after the
 * header.
 */
export function isInfoFrame(bytes: Uint8Array, at: number, header: FrameHeader): boolean {
  const mono = header.channels === 1;
  const sideInformation = header.version === '1' ? (mono ? 17 : 32) : mono ? 9 : 17;
  const places = [sideInformation, sideInformation + 2].slice(0, header.hasChecksum ? 2 : 1);
  const says = (place: number, name: string) => {
    const from = at + HEADER_BYTES + place;
    return from + name.length <= at + header.length && hasText(bytes, from, name);
  };
  return places.some((place) => says(place, 'Xing') || says(place, 'Info')) || says(32, 'VBRI');
}

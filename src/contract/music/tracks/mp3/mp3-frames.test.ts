import { describe, expect, it, test } from 'vitest';
import { anInfoFrame, aSilentFrame } from '#tests/support/files/audio-files.ts';
import { isFreeFormatHeader, isInfoFrame, parseFrameHeader } from './mp3-frames.ts';

const header = (...bytes: number[]) => parseFrameHeader(Uint8Array.from(bytes));

describe('a frame header is rejected', () => {
  test.each([
    ['only three bytes', [0xff, 0xfb, 0x90]],
    ['no sync', [0xfe, 0xfb, 0x90, 0]],
    ['half a sync', [0xff, 0x1b, 0x90, 0]],
    ['the reserved version', [0xff, 0xeb, 0x90, 0]],
    ['the reserved layer', [0xff, 0xf9, 0x90, 0]],
    ['layer II', [0xff, 0xfd, 0x90, 0]],
    ['layer I', [0xff, 0xff, 0x90, 0]],
    ['free format', [0xff, 0xfb, 0x00, 0]],
    ['the forbidden bitrate', [0xff, 0xfb, 0xf0, 0]],
    ['the reserved sample rate', [0xff, 0xfb, 0x9c, 0]],
    ['the reserved emphasis', [0xff, 0xfb, 0x90, 2]],
  ])('with %s', (_name, bytes) => {
    expect(header(...bytes)).toBeUndefined();
  });
});

describe('a frame header', () => {
  it('of version 1 is read by ISO/IEC 11172-3', () => {
    expect(header(0xff, 0xfb, 0x92, 0x40)).toEqual({
      version: '1',
      bitrate: 128_000,
      sampleRate: 44_100,
      channelMode: 'joint_stereo',
      channels: 2,
      hasChecksum: false,
      length: 418,
      samples: 1152,
    });
  });

  // Lengths worked out by hand: samples / 8 * bitrate / sample rate, rounded down, and one for padding.
  test.each([
    ['version 1, 320 kbit/s, 32 kHz, padded', [0xff, 0xfb, 0xea, 0x00], 1441, 1152],
    ['version 1, 320 kbit/s, 48 kHz', [0xff, 0xfb, 0xe4, 0x00], 960, 1152],
    ['version 2, 64 kbit/s, 22.05 kHz', [0xff, 0xf3, 0x80, 0x00], 208, 576],
    ['version 2.5, 8 kbit/s, 12 kHz', [0xff, 0xe3, 0x14, 0x00], 48, 576],
    ['version 2.5, 160 kbit/s, 8 kHz, padded', [0xff, 0xe3, 0xea, 0x00], 1441, 576],
  ])('of %s returns its length and samples', (_name, bytes, length, samples) => {
    expect(header(...bytes)).toMatchObject({ length, samples });
  });

  it('returns mono and checksum', () => {
    expect(header(0xff, 0xfa, 0x90, 0xc0)).toMatchObject({
      channels: 1,
      channelMode: 'mono',
      hasChecksum: true,
    });
  });
});

describe('a free format header', () => {
  it('is recognized only in a layer III header', () => {
    expect(isFreeFormatHeader(Uint8Array.of(0xff, 0xfb, 0x00, 0))).toBe(true);
    expect(isFreeFormatHeader(Uint8Array.of(0xff, 0xfb, 0x90, 0))).toBe(false);
    expect(isFreeFormatHeader(Uint8Array.of(0xff, 0xfd, 0x00, 0))).toBe(false);
  });
});

describe('an info frame', () => {
  const isInfo = (frame: Uint8Array) => {
    const first = parseFrameHeader(frame);
    return first !== undefined && isInfoFrame(frame, 0, first);
  };

  it('is not a silent frame', () => {
    expect(isInfo(aSilentFrame())).toBe(false);
  });

  test.each(['Xing', 'Info', 'VBRI'] as const)('is recognized by the name %s', (name) => {
    expect(isInfo(anInfoFrame(name))).toBe(true);
  });

  it('is not searched for past the end of a short frame', () => {
    const frame = Uint8Array.from([
      0xff,
      0xe3,
      0x18,
      0xc0,
      ...new Array<number>(32).fill(0),
      ...Buffer.from('VBRI'),
    ]);
    expect(parseFrameHeader(frame)?.length).toBe(72);
    expect(isInfo(frame)).toBe(true);
    frame[2] = 0x14;
    frame[1] = 0xf3;
    expect(parseFrameHeader(frame)?.length).toBe(24);
    expect(isInfo(frame)).toBe(false);
  });
});

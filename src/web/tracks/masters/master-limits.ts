import { maximumUploadBytes } from '#contract/business-rules.ts';

/** Of the MP3 that a master becomes. */
export const masterKilobits = 320;

/** Those that MP3 has at this bitrate, the usual ones first. */
const rates = [44_100, 48_000, 32_000] as const;
type EncodedRate = (typeof rates)[number];

/**
 * The sample rate of the MP3, in hertz: the master's own where MP3 has it at this bitrate, else the half or quarter of it, else
 * one that is near.
 */
export function encodedRate(sampleRate: number): EncodedRate {
  return rates.find((rate) => sampleRate % rate === 0) ?? (sampleRate < 32_000 ? 44_100 : 48_000);
}

/** Whether an MP3 of so many seconds would be too large to be uploaded. */
export const isTooLong = (seconds: number): boolean => seconds * masterKilobits * 125 > maximumUploadBytes;

import { maximumUploadBytes } from '#contract/business-rules.ts';

/** Bitrate of the resulting MP3. */
export const masterKilobits = 320;

/** Sample rates that MP3 supports at this bitrate, most common first. */
const rates = [44_100, 48_000, 32_000] as const;
type EncodedRate = (typeof rates)[number];

/** The MP3's sample rate in hertz: the master's own if supported, else half or a quarter of it, else the closest. */
export function encodedRate(sampleRate: number): EncodedRate {
  return rates.find((rate) => sampleRate % rate === 0) ?? (sampleRate < 32_000 ? 44_100 : 48_000);
}

/** Whether an MP3 of this length would be too large to upload. */
export const isTooLong = (seconds: number): boolean => seconds * masterKilobits * 125 > maximumUploadBytes;

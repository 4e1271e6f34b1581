/** The player's texts from the specification's error catalog (section 8), by `MediaError.code`. */
const byCode: Readonly<Record<number, string>> = {
  1: 'Playback was aborted',
  2: 'Network error occurred',
  3: 'Audio format not supported',
  4: 'Audio source not available',
};

export const loadFailure = 'Failed to load audio';
export const playFailure = 'Playback failed. Please try again.';

/** The player's text for an error of the audio element. */
export const playbackFailure = (code: number | undefined): string =>
  code === undefined ? loadFailure : (byCode[code] ?? loadFailure);

/** The player's texts from the specification's error catalog (section 8), by `MediaError.code`. */
const byCode: Readonly<Record<number, string>> = {
  1: 'Playback was aborted',
  2: 'Network error occurred',
  3: 'Audio format not supported',
  4: 'Audio source not available',
};
const [network, decode, source] = [2, 3, 4];

export const loadFailure = 'Failed to load audio';
export const playFailure = 'Playback failed. Please try again.';

/** Browsers report everything that fails before the first sound as the source; their messages tell decoders apart. */
function truest({ code, message }: Pick<MediaError, 'code' | 'message'>, isOnline: boolean): number {
  if (code !== source) return code;
  if (/DEMUXER_ERROR|DECODER_ERROR|NS_ERROR_DOM_MEDIA/.test(message)) return decode;
  return isOnline ? source : network;
}

/** The player's text for an error of the audio element. */
export const playbackFailure = (
  error: Pick<MediaError, 'code' | 'message'> | null,
  isOnline = navigator.onLine,
): string => (error === null ? loadFailure : (byCode[truest(error, isOnline)] ?? loadFailure));

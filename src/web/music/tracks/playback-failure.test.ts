import { expect, test } from 'vitest';
import { playbackFailure } from './playback-failure.ts';

test.each([
  [1, '', true, 'Playback was aborted'],
  [2, '', true, 'Network error occurred'],
  [3, '', true, 'Audio format not supported'],
  [4, 'MEDIA_ELEMENT_ERROR: Format error', true, 'Audio source not available'],
  [4, 'MEDIA_ELEMENT_ERROR: Format error', false, 'Network error occurred'],
  [4, 'PipelineStatus::DEMUXER_ERROR_COULD_NOT_OPEN: failed', true, 'Audio format not supported'],
  [9, '', true, 'Failed to load audio'],
])('error %d with the message %j, online: %s, reads %j', (code, message, isOnline, text) => {
  expect(playbackFailure({ code, message }, isOnline)).toBe(text);
});

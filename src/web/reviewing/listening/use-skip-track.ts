import { useMutation } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { isRefusal } from '#web/calls/api-failures.ts';

/**
 * Moves the served track behind all tracks that were not skipped. Does nothing if another tab has skipped or reviewed it.
 * @param settle stops playback first, so that no report arrives after the skip
 */
export const useSkipTrack = (settle: () => Promise<void>) =>
  useMutation({
    mutationFn: async (trackId: string) => {
      await settle();
      await callApi(api.listening.skipTrack, { body: { trackId } }).catch((error: unknown) => {
        if (!isRefusal(error, 'not_assigned')) throw error;
      });
    },
  });

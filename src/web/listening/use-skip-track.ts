import { useMutation } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';

/**
 * Moves the served track behind all tracks that were not skipped.
 * @param settle stops playback first, so that no report arrives after the skip
 */
export const useSkipTrack = (settle: () => Promise<void>) =>
  useMutation({
    mutationFn: async (trackId: string) => {
      await settle();
      return callApi(api.listening.skipTrack, { body: { trackId } });
    },
  });

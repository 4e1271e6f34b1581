import { ApiRefusal, isRefusal } from '#web/api-failures.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

/** Why a track is no longer served: its artist deleted it, or it was finished, skipped or opened elsewhere. */
export type TrackLoss = 'deleted' | 'elsewhere';

const warningPauseMilliseconds = 30_000;

/** Whether a mark was refused for itself; says so where the listener can do something about it. */
export function isMarkRefused(error: unknown): boolean {
  if (isRefusal(error, 'not_heard')) toast({ title: error.message, tone: 'wrong', act: 'mark' });
  return isRefusal(error, 'not_heard') || isRefusal(error, 'marked_already');
}

/** What a report's failure means: another tab plays, the track is served no longer, or trouble on the way. */
export function reactToFailures({
  stop,
  lost,
  cutOff,
}: Record<'stop' | 'cutOff', () => void> & { lost: (why: TrackLoss) => void }) {
  let isTroubled = false;
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = () => {
    if (Date.now() - warnedAt < warningPauseMilliseconds) return;
    warnedAt = Date.now();
    toast({
      title: 'Multiple Sessions Detected',
      body: 'Please close other tabs playing this track.',
      tone: 'wrong',
    });
  };
  return {
    isOver: () => {
      isTroubled = false;
    },
    /** Whether the report is worth another try. */
    react: (error: unknown): boolean => {
      if (isRefusal(error, 'multiple_sessions')) {
        stop();
        warn();
        return false;
      }
      if (isRefusal(error, 'not_assigned') || isRefusal(error, 'track_deleted')) {
        stop();
        lost(error.code === 'track_deleted' ? 'deleted' : 'elsewhere');
        return false;
      }
      // A beat too many: the next one vouches for the same seconds.
      if (isRefusal(error, 'too_many_requests')) return false;
      if (!isTroubled) {
        toast({ title: 'Logging Error', body: 'Failed to track playback progress.', tone: 'wrong' });
      }
      isTroubled = true;
      cutOff();
      return !(error instanceof ApiRefusal && error.status < 500);
    },
  };
}

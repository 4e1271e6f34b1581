import { ApiRefusal, isRefusal } from '#web/calls/api-failures.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

/** Why a track is no longer served, and until when its review may still be sent. */
export interface TrackEnd {
  readonly why: 'deleted' | 'suspended' | 'taken_down';
  readonly sendableUntil: string | null;
}

/** Why a track is no longer served: its serving ended, or it was finished, skipped or opened elsewhere. */
export type TrackLoss = TrackEnd | 'elsewhere';

/** The track's end in a refusal; undefined for other failures. */
export function trackEndOf(error: unknown): TrackEnd | undefined {
  if (isRefusal(error, 'track_deleted')) return { why: 'deleted', sendableUntil: null };
  if (!isRefusal(error, 'track_ended')) return undefined;
  const { why, sendableUntil } = error.details;
  return {
    why: why === 'suspended' || why === 'taken_down' ? why : 'deleted',
    sendableUntil: typeof sendableUntil === 'string' ? sendableUntil : null,
  };
}

const warningPauseMilliseconds = 30_000;

/** Whether the mark itself was refused; shows a toast if the listener can do something about it. */
export function isMarkRefused(error: unknown): boolean {
  if (isRefusal(error, 'not_heard')) toast({ title: error.message, tone: 'wrong', act: 'mark' });
  return isRefusal(error, 'not_heard') || isRefusal(error, 'marked_already');
}

/** Handles failed reports: another tab is playing, the track is no longer served, or a temporary problem. */
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
    /** Whether the report should be retried. */
    react: (error: unknown): boolean => {
      if (isRefusal(error, 'multiple_sessions')) {
        stop();
        warn();
        return false;
      }
      const end = trackEndOf(error);
      if (end || isRefusal(error, 'not_assigned')) {
        stop();
        lost(end ?? 'elsewhere');
        return false;
      }
      // A beat too early: the next one covers the same seconds.
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

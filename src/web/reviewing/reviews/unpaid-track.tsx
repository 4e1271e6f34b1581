import { type SubmitEvent, useMemo, useState } from 'react';
import { commentLength } from '#contract/business-rules.ts';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { useUnsentText } from '#web/forms/use-unsent-form.ts';
import { ReportButton } from '#web/reporting/report-button.tsx';
import { DockedPlayer } from '#web/reviewing/listening/docked-player.tsx';
import { Player } from '#web/reviewing/listening/player.tsx';
import { ServedTrackHeader } from '#web/reviewing/listening/served-track-header.tsx';
import { useListening } from '#web/reviewing/listening/use-listening.ts';
import { trackPeaks } from '#web/track-peaks.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { StarRating } from '#web/ui/controls/star-rating.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useCutOff } from '#web/ui/display/use-cut-off.ts';
import { useAnswerUnpaid } from './empty-queue-acts.ts';
import { SkipTrack } from './skip-track.tsx';

interface UnpaidTrackProps {
  track: ServedTrack;
  /** Requests the next track. */
  onDone: () => Promise<void>;
}

const noReview = () => undefined;

/** An unpaid track: the player without the gate, stars, and a note of any length. Use the track's id as the key. */
export function UnpaidTrack({ track, onDone }: UnpaidTrackProps) {
  const peaks = useMemo(() => trackPeaks(track.peaks), [track.peaks]);
  const listening = useListening(track, () => {
    toast({
      title: 'This track is no longer here',
      body: 'It was removed, or you moved on in another tab.',
    });
    void onDone();
  });
  const [acts, setActs] = useState<HTMLElement | null>(null);
  const isDocked = useCutOff(acts);
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-3 pb-16 md:gap-8">
      <p className="border-s-2 border-brass-mark ps-3 text-muted">
        <strong className="text-text">Listening unpaid.</strong> None of this is paid or counts as a review.
        As soon as there’s a track to review, it comes next.
      </p>
      <ServedTrackHeader track={track} peaks={peaks} isPlaying={listening.player.isPlaying} />
      <Player
        track={track}
        peaks={peaks}
        listening={listening}
        moments={[]}
        write={noReview}
        acts={setActs}
        isDocked={isDocked}
      />
      <UnpaidForm track={track} settle={listening.settle} onDone={onDone} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <SkipTrack trackId={track.trackId} settle={listening.settle} onDone={onDone} />
        <ReportButton kind="track" thingId={track.trackId} name={track.title} />
      </div>
      {isDocked && (
        <DockedPlayer
          listening={listening}
          peaks={peaks}
          durationSeconds={track.durationSeconds}
          addNote={null}
          write={noReview}
        />
      )}
    </article>
  );
}

function UnpaidForm({ track, settle, onDone }: UnpaidTrackProps & { settle: () => Promise<void> }) {
  const [rating, setRating] = useState<number | null>(null);
  const [note, setNote] = useState('');
  useUnsentText(note !== '');
  const { mutateAsync, isPending } = useAnswerUnpaid();
  const send = async (given: number) => {
    try {
      await settle();
      await mutateAsync({ trackId: track.trackId, rating: given, note });
      setNote('');
      toast({ title: 'Sent to the artist', body: 'Thank you. The artist sees that it’s unpaid.' });
      await onDone();
    } catch (error) {
      toast(toastFor(error, { title: 'Not sent', body: 'Please try again.' }));
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (rating !== null && !isPending) void send(rating);
  };
  return (
    <form
      aria-label="Without pay"
      onSubmit={submit}
      className="grid items-start gap-x-8 gap-y-4 border-t border-line pt-4 md:grid-cols-[minmax(0,18.75rem)_minmax(0,1fr)] md:pt-8"
    >
      <StarRating label="Your stars" value={rating} onChange={setRating} isDisabled={isPending} />
      <div className="grid gap-4">
        <TextArea
          label="A note for the artist (optional)"
          value={note}
          onChange={setNote}
          isReadOnly={isPending}
          maxLength={commentLength}
          rows={3}
        />
        <div>
          <Button type="submit" isDisabled={rating === null} isPending={isPending}>
            {rating === null ? 'Give it stars to send' : 'Send without pay'}
          </Button>
        </div>
      </div>
    </form>
  );
}

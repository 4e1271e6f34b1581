import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { notesOfReview } from '#contract/business-rules.ts';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import { hasOtherWords } from '#contract/reviewing/reviews/draft-words.ts';
import { noteSecond } from '#contract/reviewing/reviews/note-rules.ts';
import type { ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import { QuestionsAhead } from '#web/music/questions/questions-ahead.tsx';
import { ReportButton } from '#web/reporting/report-button.tsx';
import { prepareComingTrack } from '#web/reviewing/listening/coming-track.ts';
import { CompareVersions, ComparisonText } from '#web/reviewing/listening/compare-versions.tsx';
import { DockedPlayer } from '#web/reviewing/listening/docked-player.tsx';
import type { TrackEnd } from '#web/reviewing/listening/listening-failures.ts';
import { Player } from '#web/reviewing/listening/player.tsx';
import { ServedTrackHeader } from '#web/reviewing/listening/served-track-header.tsx';
import { useAutoplay } from '#web/reviewing/listening/use-autoplay.ts';
import { type Listening, useListening } from '#web/reviewing/listening/use-listening.ts';
import type { OnNext } from '#web/reviewing/listening/use-served-track.ts';
import { trackPeaks } from '#web/track-peaks.ts';
import { MissingPart, preloadedPart } from '#web/ui/display/lazy-part.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useCutOff } from '#web/ui/display/use-cut-off.ts';
import { rememberReviewedTrack } from './reviewed-track.ts';
import { SkipTrack } from './skip-track.tsx';
import { TrackEnded } from './track-ended.tsx';
import { useReviewDraft } from './use-review-draft.ts';

/** Shown under the title of a track for which no place is kept for this listener. */
const PlaceNotKept = () => (
  <p className="border-s-2 border-brass-mark ps-3 text-muted">
    <strong className="text-text">We aren’t holding a place for you here.</strong> You left several tracks
    without a review, so others may take this track’s last places first. Send a review, and we’ll hold places
    for you again.
  </p>
);

// Loaded while the track and its audio load: no one writes before they can press play.
const ReviewForm = preloadedPart(async () => (await import('./review-form.tsx')).ReviewForm, MissingPart);

export interface ServedTrackReviewProps {
  track: ServedTrack;
  listenerId: string;
  arrival: Arrival;
  onNext: OnNext;
}

/**
 * Whether the track was there with the page, appeared after a wait, or followed another one, so that autoplay is not a
 * surprise. One that comes later slides in, except with reduced motion, and gets the focus.
 */
export type Arrival = 'first' | 'waited' | 'followed';

/** The served track with its review. Use the track's id as the key. */
export function ServedTrackReview({ track, listenerId, arrival, onNext }: ServedTrackReviewProps) {
  const peaks = useMemo(() => trackPeaks(track.peaks), [track.peaks]);
  const [end, setEnd] = useState<TrackEnd | null>(track.ended);
  const loseTrack = useLoss(() => onNext('lost'));
  const listening = useListening(track, (why) => {
    if (why === 'elsewhere') return loseTrack();
    setEnd(why);
    // Without a choice to make, the track comes with its title and questions.
    if (track.comparison !== null) void onNext('asked');
  });
  useAutoplay(listening.player, arrival === 'followed');
  const isBlindStill = end === null && track.comparison !== null && track.comparison.choice === null;
  const hearsFormer = listening.sides !== null && listening.sides.audible !== track.comparison?.newSide;
  useEndedComparison(track, listening, () => onNext(isBlindStill ? 'alone' : 'asked'));
  const { unlocked } = listening;
  useEffect(() => {
    if (unlocked) void prepareComingTrack();
  }, [unlocked]);
  const [acts, setActs] = useState<HTMLElement | null>(null);
  const isDocked = useCutOff(acts) && end === null && !isBlindStill;
  const { draft, change, forget } = useReviewDraft(listenerId, track.trackId, loseTrack);
  const hasText = hasOtherWords(draft, undefined);
  useEffect(() => rememberReviewedTrack(listenerId, track), [listenerId, track]);
  const isNothingLeft = end !== null && end.sendableUntil === null && !hasText;
  const article = useArrival(arrival !== 'first');
  const changeDraft = (part: Partial<ReviewDraft>) => {
    if (hasOtherWords({ ...draft, ...part }, draft)) listening.typed();
    change(part);
  };
  const { addNote, ...noting } = useNotes(track, listening, (note) =>
    changeDraft({ notes: [...draft.notes, note] }),
  );
  const done = () => onNext('done');
  const write = () => article.current?.querySelector<HTMLElement>('form textarea')?.focus();
  return (
    <article ref={article} className="grid grid-cols-[minmax(0,1fr)] gap-3 pb-8 md:gap-8 md:pb-16">
      {end !== null && (
        <TrackEnded track={track} end={end} hasText={hasText} settle={listening.settle} onDone={done} />
      )}
      <ServedTrackHeader track={track} peaks={peaks} isPlaying={listening.player.isPlaying} />
      {end === null && track.isLoose && <PlaceNotKept />}
      {track.questions.length > 0 && <QuestionsAhead questions={track.questions} />}
      {end === null && (
        <Player
          track={track}
          peaks={peaks}
          listening={listening}
          moments={draft.notes.map(({ atSecond }) => atSecond)}
          write={write}
          acts={setActs}
          isDocked={isDocked}
          marksNothing={isBlindStill || hearsFormer}
          sides={
            track.comparison !== null &&
            listening.sides !== null && (
              <CompareVersions
                trackId={track.trackId}
                comparison={track.comparison}
                sides={listening.sides}
                settle={listening.settle}
                onNext={onNext}
                play={() => {
                  if (!listening.player.isPlaying) listening.player.play();
                }}
              />
            )
          }
        />
      )}
      {end === null && track.comparison !== null && listening.sides !== null && (
        <ComparisonText comparison={track.comparison} sides={listening.sides} />
      )}
      <Suspense fallback={<Skeleton className="h-60 w-full" label="Loading the review form" />}>
        {!isBlindStill && !isNothingLeft && (
          <ReviewForm
            trackId={track.trackId}
            reward={track.rewardCents}
            draft={draft}
            questions={track.questions}
            change={changeDraft}
            forget={forget}
            listening={listening}
            addNote={hearsFormer ? null : addNote}
            {...noting}
            onDeleted={setEnd}
            onNext={onNext}
          />
        )}
        {end === null && (
          <div className="flex flex-wrap items-center justify-between gap-4">
            <SkipTrack trackId={track.trackId} settle={listening.settle} onDone={done} />
            <ReportButton kind="track" thingId={track.trackId} name={track.title} />
          </div>
        )}
      </Suspense>
      {isDocked && (
        // Its own boundary: while its code loads, the form above must not disappear and lose the focus.
        <DockedPlayer
          listening={listening}
          peaks={peaks}
          durationSeconds={track.durationSeconds}
          addNote={hearsFormer ? null : addNote}
          isNoteDisabled={draft.notes.length >= notesOfReview}
          write={write}
          marksNothing={hearsFormer}
        />
      )}
    </article>
  );
}

/** Notes are about the reviewed track: a new version, if two are compared. */
function useNotes(
  { durationSeconds, comparison }: ServedTrack,
  { player, sides }: Pick<Listening, 'player' | 'sides'>,
  add: (note: ReviewDraft['notes'][number]) => void,
) {
  const [hasAddedNote, setHasAddedNote] = useState(false);
  const noteAt = noteSecond(player.position, durationSeconds);
  return {
    hasAddedNote,
    noteAt,
    addNote: () => {
      setHasAddedNote(true);
      add({ atSecond: noteAt, note: '' });
    },
    hear: (seconds: number) => {
      if (comparison?.newSide) sides?.switchTo(comparison.newSide);
      player.seek(seconds);
    },
  };
}

/** Says that the track was finished elsewhere, and requests the next one: once, until that is there. */
function useLoss(onLost: () => Promise<void>): () => void {
  const isLost = useRef(false);
  return () => {
    if (isLost.current) return;
    isLost.current = true;
    toast({
      title: 'You’re no longer reviewing this track',
      body: 'You finished or skipped it, or opened it in another tab. Here’s the next one.',
    });
    void onLost().finally(() => {
      isLost.current = false;
    });
  };
}

/** The former version was removed, so the new one is heard and reviewed like any track. */
function useEndedComparison(
  { comparison }: ServedTrack,
  { sides, settle }: Pick<Listening, 'sides' | 'settle'>,
  ask: () => Promise<void>,
): void {
  const isOver = comparison !== null && sides === null;
  const end = useEffectEvent(async () => {
    await settle();
    toast({
      title: 'The previous version is gone',
      body: 'There’s nothing to compare anymore. Your review counts as usual.',
    });
    await ask();
  });
  useEffect(() => {
    if (isOver) void end();
  }, [isOver]);
}

function useArrival(arrives: boolean) {
  const article = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // Do not move the focus if the listener is using another part of the page.
    if (!arrives || document.activeElement !== document.body) return;
    article.current?.querySelector('h1')?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    article.current?.animate(
      [
        // Upward: a page that is wider for a moment moves a phone's docked player.
        { transform: 'translateY(1.5rem)', opacity: 0 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: 280, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' },
    );
  }, [arrives]);
  return article;
}

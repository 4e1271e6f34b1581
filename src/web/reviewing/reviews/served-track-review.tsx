import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { notesOfReview } from '#contract/business-rules.ts';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import { hasOtherWords } from '#contract/reviewing/reviews/draft-words.ts';
import { noteSecond } from '#contract/reviewing/reviews/note-rules.ts';
import type { ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import { ReportButton } from '#web/reporting/report-button.tsx';
import { prepareComingTrack } from '#web/reviewing/listening/coming-track.ts';
import type { TrackEnd } from '#web/reviewing/listening/listening-failures.ts';
import { Player } from '#web/reviewing/listening/player.tsx';
import { ServedTrackHeader } from '#web/reviewing/listening/served-track-header.tsx';
import { useAutoplay } from '#web/reviewing/listening/use-autoplay.ts';
import { type Listening, useListening } from '#web/reviewing/listening/use-listening.ts';
import { trackPeaks } from '#web/track-peaks.ts';
import { lazyPart, MissingPart, preloadedPart } from '#web/ui/display/lazy-part.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useOutOfView } from '#web/ui/display/use-out-of-view.ts';
import { PlaceNotKept } from './place-not-kept.tsx';
import { useReviewDraft } from './use-review-draft.ts';

// Loaded while the track and its audio load: no one writes before they can press play.
const ReviewForm = preloadedPart(async () => (await import('./review-form.tsx')).ReviewForm, MissingPart);
const QuestionsAhead = lazyPart(
  async () => (await import('#web/music/questions/questions-ahead.tsx')).QuestionsAhead,
);
const DockedPlayer = lazyPart(
  async () => (await import('#web/reviewing/listening/docked-player.tsx')).DockedPlayer,
);
const CompareVersions = lazyPart(
  async () => (await import('#web/reviewing/listening/compare-versions.tsx')).CompareVersions,
  MissingPart,
);
const SkipTrack = lazyPart(async () => (await import('./skip-track.tsx')).SkipTrack, MissingPart);

const TrackEnded = lazyPart(async () => (await import('./track-ended.tsx')).TrackEnded, MissingPart);

export interface ServedTrackReviewProps {
  track: ServedTrack;
  listenerId: string;
  /** It appeared while the page was open: it slides in, except with reduced motion, and gets the focus. */
  arrives: boolean;
  /** The listener has just finished another track, so autoplay is not a surprise. */
  followsAnother: boolean;
  /** Requests the next track. */
  onDone: () => Promise<void>;
  /** Requests the same track again: it has new questions, or its comparison or the track itself has ended. */
  onAsked: () => Promise<void>;
  /**
   * The former version was removed before the choice, without which there is no review: requests the new version alone.
   */
  onLeftAlone: () => Promise<void>;
  /** The listener has chosen between two versions: shows what may be revealed now. */
  onChosen: (track: ServedTrack) => void;
  /** The server no longer serves this track to this listener. */
  onLost: (track: ServedTrack) => Promise<void>;
}

/** The served track with its review. Use the track's id as the key. */
export function ServedTrackReview(props: ServedTrackReviewProps) {
  const { track, listenerId, arrives, followsAnother, onDone, onAsked, onLeftAlone, onChosen, onLost } =
    props;
  const peaks = useMemo(() => trackPeaks(track.peaks), [track.peaks]);
  const [end, setEnd] = useState<TrackEnd | null>(track.ended);
  const loseTrack = useLoss(() => onLost(track));
  const listening = useListening(track, (why) => {
    if (why === 'elsewhere') return loseTrack();
    setEnd(why);
    // Without a choice to make, the track comes with its title and questions.
    if (track.comparison !== null) void onAsked();
  });
  useAutoplay(listening.player, followsAnother);
  const isBlindStill = end === null && track.comparison !== null && track.comparison.choice === null;
  const hearsFormer = listening.sides !== null && listening.sides.audible !== track.comparison?.newSide;
  useEndedComparison(track, listening, isBlindStill ? onLeftAlone : onAsked);
  const { unlocked } = listening;
  useEffect(() => {
    if (unlocked) void prepareComingTrack();
  }, [unlocked]);
  const [controls, setControls] = useState<HTMLElement | null>(null);
  const isOutOfView = useOutOfView(controls);
  const isDocked = end === null && isOutOfView && !isBlindStill && !hearsFormer;
  const { draft, change, forget } = useReviewDraft(listenerId, track.trackId, loseTrack);
  const hasText = hasOtherWords(draft, undefined);
  const isNothingLeft = end !== null && end.sendableUntil === null && !hasText;
  const article = useArrival(arrives);
  const changeDraft = (part: Partial<ReviewDraft>) => {
    if (hasOtherWords({ ...draft, ...part }, draft)) listening.typed();
    change(part);
  };
  const { addNote, ...noting } = useNotes(track, listening, (note) =>
    changeDraft({ notes: [...draft.notes, note] }),
  );
  const write = () => article.current?.querySelector<HTMLElement>('form textarea')?.focus();
  return (
    <article ref={article} className="grid gap-5 pb-8 md:gap-8 md:pb-16">
      {end !== null && (
        <Suspense fallback={null}>
          <TrackEnded track={track} end={end} hasText={hasText} settle={listening.settle} onDone={onDone} />
        </Suspense>
      )}
      <ServedTrackHeader track={track} peaks={peaks} isPlaying={listening.player.isPlaying} />
      {end === null && track.isLoose && <PlaceNotKept />}
      {track.questions.length > 0 && (
        <Suspense fallback={null}>
          <QuestionsAhead questions={track.questions} />
        </Suspense>
      )}
      {end === null && (
        <Player
          track={track}
          peaks={peaks}
          listening={listening}
          moments={draft.notes.map(({ atSecond }) => atSecond)}
          write={write}
          controls={setControls}
          isDocked={isDocked}
          marksNothing={isBlindStill || hearsFormer}
        />
      )}
      {end === null && track.comparison !== null && listening.sides !== null && (
        <Suspense fallback={<Skeleton className="h-60 w-full" label="Loading both versions" />}>
          <CompareVersions
            trackId={track.trackId}
            comparison={track.comparison}
            sides={listening.sides}
            settle={listening.settle}
            onChosen={onChosen}
            onOver={onLeftAlone}
            onChosenElsewhere={onAsked}
          />
        </Suspense>
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
            onDone={onDone}
            onDeleted={setEnd}
            onAsked={onAsked}
          />
        )}
        {end === null && (
          <div className="flex flex-wrap items-center justify-between gap-4">
            <SkipTrack trackId={track.trackId} settle={listening.settle} onDone={onDone} />
            <ReportButton kind="track" thingId={track.trackId} name={track.title} />
          </div>
        )}
      </Suspense>
      {isDocked && (
        // Its own boundary: while its code loads, the form above must not disappear and lose the focus.
        <Suspense fallback={null}>
          <DockedPlayer
            listening={listening}
            peaks={peaks}
            durationSeconds={track.durationSeconds}
            addNote={addNote}
            isNoteDisabled={draft.notes.length >= notesOfReview}
            write={write}
          />
        </Suspense>
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
        { transform: 'translateX(3rem)', opacity: 0 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: 280, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' },
    );
  }, [arrives]);
  return article;
}

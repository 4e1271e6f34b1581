import { useInfiniteQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type {
  RecordedTrack,
  RecordingDecision,
  SameRecording,
} from '#contract/operation/admin/admin-recordings.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { shownMoment } from '#web/money/payout-destinations/destination-texts.ts';
import { openAudio } from '#web/music/tracks/open-audio.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { AdminList } from '../admin-list.tsx';
import { type DecidedView, sameRecordingsQuery } from '../admin-queries.ts';
import { useListView } from '../list-view.ts';
import { useRowDecisions } from '../row-decisions.ts';
import { SentenceForm } from '../sentence-form.tsx';
import { useReportActs } from './report-acts.ts';
import { TakeDownDialog } from './report-dialogs.tsx';

const views = [
  { value: 'open', label: 'To look at' },
  { value: 'decided', label: 'Closed' },
] as const satisfies readonly { value: DecidedView; label: string }[];

/** Recordings that two artists have uploaded. */
export function RecordingsTab() {
  const [view, setView] = useListView<DecidedView>(views);
  const query = useInfiniteQuery(sameRecordingsQuery(view));
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-muted">
        Two artists uploaded the same recording. The earlier upload doesn’t prove who made it. Neither artist
        is told about the other.
      </p>
      <div className="w-full sm:w-40">
        <SelectField label="Show" hideLabel options={views} value={view} onChange={setView} />
      </div>
      <AdminList
        query={query}
        empty={
          view === 'open' ? (
            <EmptyState title="Nothing to look at">
              Recordings that two artists have uploaded appear here.
            </EmptyState>
          ) : (
            <EmptyState title="Nothing closed yet">Closed entries appear here with their notes.</EmptyState>
          )
        }
      >
        {(recordings) => (
          <ul className="grid">
            {recordings.map((recording) => (
              <Entry key={recording.id} recording={recording} />
            ))}
          </ul>
        )}
      </AdminList>
    </div>
  );
}

const closedAs = { dismissed: 'dismissed', kept: 'kept', taken_down: 'taken down' } as const;

function Entry({ recording }: { recording: SameRecording }) {
  const { foundAt, heldUntil, decision, note } = recording;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <span>
          Found <TimeAgo date={foundAt} />
        </span>
        {heldUntil !== null && <Badge variant="secondary">not served until {shownMoment(heldUntil)}</Badge>}
        {decision !== null && <Badge variant="quiet">{closedAs[decision]}</Badge>}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
        <Side label="Earlier upload" track={recording.earlier} isOwn={recording.isOwn} />
        <Side label="Later upload" track={recording.later} isOwn={recording.isOwn} />
      </div>
      {decision === null ? <Decisions recording={recording} /> : <p className="max-w-prose">{note}</p>}
    </li>
  );
}

interface SideProps {
  label: string;
  track: RecordedTrack;
  isOwn: boolean;
}

function Side({ label, track, isOwn }: SideProps) {
  return (
    <section
      aria-label={`${label}: ${track.title}`}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-1 wrap-anywhere"
    >
      <p className="text-sm text-muted">{label}</p>
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h3 className="min-w-0 text-xl wrap-anywhere">{track.title}</h3>
        {!track.isDeleted && (
          <IconButton
            label={`Open the audio of ${track.title} by ${track.displayName} in a new tab`}
            onPress={() => void openAudio(track.trackId)}
          >
            <ExternalLink aria-hidden size={20} strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
      <p>{track.displayName}</p>
      <p className="tabular text-sm text-muted">
        {formatDuration(track.durationSeconds)}, uploaded <TimeAgo date={track.uploadedAt} />, joined{' '}
        <TimeAgo date={track.joinedAt} />
        {track.isDeleted && ', deleted'}
        {track.isTakenDown && ', taken down'}
      </p>
      {!track.isDeleted && !track.isTakenDown && !isOwn && <TakeDown track={track} />}
    </section>
  );
}

/** Offered here, because no list contains the tracks of an artist with a private profile. */
function TakeDown({ track: { trackId, title, displayName } }: { track: RecordedTrack }) {
  const [isAsked, setIsAsked] = useState(false);
  const { decide, isDeciding } = useReportActs();
  return (
    <div className="pt-2">
      <Button variant="quiet" size="small" isDisabled={isDeciding(trackId)} onPress={() => setIsAsked(true)}>
        Take down
        <span className="sr-only">
          {' '}
          {title} by {displayName}
        </span>
      </Button>
      {isAsked && (
        <TakeDownDialog
          kind="track"
          reported={null}
          name={`“${title}”`}
          onClose={() => setIsAsked(false)}
          onTakeDown={(reason, sentence) =>
            decide({ act: 'take down', kind: 'track', thingId: trackId, reason, sentence })
          }
        />
      )}
    </div>
  );
}

const words = {
  dismissed: {
    title: 'Dismiss',
    text: 'Nothing is wrong. Your note stays with the entry.',
    confirm: 'Dismiss',
  },
  kept: {
    title: 'Close with a note',
    text: 'The entry closes. Your note says what to check later.',
    confirm: 'Keep the note',
  },
} as const;

function Decisions({ recording: { id, isOwn } }: { recording: SameRecording }) {
  const [asked, setAsked] = useState<RecordingDecision | null>(null);
  const { decide, isDeciding } = useRowDecisions({
    act: 'decide-recording',
    rowsOf: () => [id],
    send: (body: { decision: RecordingDecision; note: string }) =>
      callApi(api.admin.decideSameRecording, { params: { recordingId: id }, body }),
    onSuccess: () => toast({ title: 'Entry closed' }),
    onError: (error) => toast(toastFor(error, { title: 'The entry did not close' })),
    lists: ['same-recordings'],
  });
  const isPending = isDeciding(id);
  if (isOwn)
    return (
      <p className="text-muted">One of the two is yours or linked to yours, so another admin decides.</p>
    );
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="quiet" size="small" isDisabled={isPending} onPress={() => setAsked('dismissed')}>
        Dismiss
      </Button>
      <Button variant="quiet" size="small" isDisabled={isPending} onPress={() => setAsked('kept')}>
        Close with a note
      </Button>
      {asked !== null && (
        <SentenceForm
          title={words[asked].title}
          label="Note"
          most={500}
          confirmLabel={words[asked].confirm}
          onClose={() => setAsked(null)}
          onConfirm={(note) => decide({ decision: asked, note })}
        >
          <p>{words[asked].text} If the track was held, listeners get it again.</p>
        </SentenceForm>
      )}
    </div>
  );
}

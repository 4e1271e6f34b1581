import { Link } from '@tanstack/react-router';
import type { ReportedThing } from '#contract/operation/reports/reports.ts';
import { takedownReasons } from '#contract/report-reasons.ts';
import { openAudio } from '#web/music/tracks/open-audio.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { TestBadge } from '../test-badge.tsx';
import { nameOfThing } from './thing-words.ts';

interface ReportRowProps {
  thing: ReportedThing;
  isPending: boolean;
  onDismiss: () => void;
  onTakeDown: () => void;
}

/** Whether an admin can still decide about it. */
export const isOpen = ({ decided, isOwn }: ReportedThing): boolean => decided === null && !isOwn;
export const canTakeDown = (thing: ReportedThing): boolean => isOpen(thing) && thing.state === 'there';

const counted = (count: number) => (count === 1 ? '1 report' : `${count.toLocaleString('en-US')} reports`);

/** A reported thing with everything needed for a decision: its content, the reports and who sent them. */
export function ReportRow({ thing, isPending, onDismiss, onTakeDown }: ReportRowProps) {
  const name = nameOfThing(thing);
  return (
    <article
      tabIndex={-1}
      data-row={thing.id}
      aria-label={`${counted(thing.reportCount)} of ${name}`}
      className="grid gap-x-6 gap-y-3 border-b border-line px-3 py-4 -outline-offset-2 hover:bg-panel lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_11rem]"
    >
      <Thing thing={thing} />
      <ul aria-label="Reports" className="grid min-w-0 content-start gap-3">
        {thing.reports.map((report) => (
          <li key={report.id} className="grid gap-1 text-sm">
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-semibold text-rose">{takedownReasons[report.reason]}</span>
              <Reporter report={report} />
              <span className="text-muted">
                <TimeAgo date={report.reportedAt} />
              </span>
            </span>
            {report.statement !== null && (
              <span dir="auto" className="max-w-prose text-base whitespace-pre-line">
                {report.statement}
              </span>
            )}
          </li>
        ))}
        {thing.reportCount > thing.reports.length && (
          <li className="text-sm text-muted">
            {`and ${(thing.reportCount - thing.reports.length).toLocaleString('en-US')} more since`}
          </li>
        )}
      </ul>
      <div className="flex content-start items-start justify-end gap-2 lg:flex-wrap">
        {thing.isOwn && thing.decided === null && (
          <p className="text-sm text-muted">Another admin has to decide this one.</p>
        )}
        {canTakeDown(thing) && (
          <Button size="small" variant="danger" isDisabled={isPending} onPress={onTakeDown}>
            Take down<VisuallyHidden>{` ${name}`}</VisuallyHidden>
          </Button>
        )}
        {isOpen(thing) && (
          <Button size="small" variant="quiet" isDisabled={isPending} onPress={onDismiss}>
            {thing.state === 'there' ? 'Dismiss' : 'Close'}
            <VisuallyHidden>{` the reports of ${name}`}</VisuallyHidden>
          </Button>
        )}
        {thing.decided !== null && (
          <p className="text-sm text-muted">
            {outcomes[thing.decided.outcome]} by {thing.decided.by}, <TimeAgo date={thing.decided.at} />
          </p>
        )}
      </div>
    </article>
  );
}

const outcomes = { dismissed: 'Dismissed', taken_down: 'Taken down', gone: 'Closed' } as const;
const states = {
  there: null,
  taken_down: { text: 'taken down', variant: 'destructive' },
  gone: { text: 'gone', variant: 'secondary' },
} as const;

function Thing({ thing }: { thing: ReportedThing }) {
  const { kind, shown, shownThen, coverUrl, trackTitle, ownerId, ownerName, takedownsOfOwner } = thing;
  const shownState = states[thing.state];
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-xl wrap-anywhere">{trackTitle}</h3>
        <Badge variant="quiet">{kind}</Badge>
        {shownState !== null && <Badge variant={shownState.variant}>{shownState.text}</Badge>}
        {thing.isTest && <TestBadge />}
      </div>
      <p className="flex flex-wrap gap-x-2 text-sm text-muted">
        <span>By</span>
        <Link to="/app/admin" search={{ tab: 'users', user: ownerId }} className={linkStyle}>
          {ownerName}
        </Link>
        {takedownsOfOwner > 0 && (
          <span className="font-semibold text-rose">
            {takedownsOfOwner === 1 ? '1 takedown so far' : `${takedownsOfOwner} takedowns so far`}
          </span>
        )}
      </p>
      {kind === 'track' ? (
        <div className="flex items-center gap-3">
          {coverUrl !== null && (
            <img
              src={coverUrl}
              alt={`The cover of ${trackTitle}`}
              className="size-24 bg-raised object-cover"
            />
          )}
          <Button size="small" variant="quiet" onPress={() => void openAudio(thing.trackId)}>
            Hear it<VisuallyHidden>{`: ${trackTitle}`}</VisuallyHidden>
          </Button>
        </div>
      ) : (
        <p dir="auto" className="max-w-prose whitespace-pre-line">
          {shown}
        </p>
      )}
      {shownThen !== null && (
        <div className="grid max-w-prose gap-1 border-s-2 border-line ps-3">
          <p className="text-sm font-semibold">As reported</p>
          <p dir="auto" className="whitespace-pre-line text-muted">
            {shownThen}
          </p>
        </div>
      )}
    </div>
  );
}

/** Zero counts are omitted. */
const decidedText = (agreed: number, dismissed: number): string =>
  [
    { count: agreed, word: 'upheld' },
    { count: dismissed, word: 'dismissed' },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, word }) => `${count} ${word}`)
    .join(', ');

function Reporter({ report }: { report: ReportedThing['reports'][number] }) {
  const { reporterId, reporterName, email, dismissed, agreed } = report;
  if (reporterId === null)
    return (
      <span>
        {reporterName},{' '}
        <a className={linkStyle} href={`mailto:${email}`}>
          {email}
        </a>{' '}
        <span className="text-muted">without an account</span>
      </span>
    );
  return (
    <span>
      <Link to="/app/admin" search={{ tab: 'users', user: reporterId }} className={linkStyle}>
        {reporterName}
      </Link>
      {dismissed + agreed > 0 && (
        <span className="text-muted">{`, other reports: ${decidedText(agreed, dismissed)}`}</span>
      )}
    </span>
  );
}

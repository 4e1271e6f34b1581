import { Link } from '@tanstack/react-router';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { ReviewFinding, ReviewToDecide } from '#contract/operation/admin/admin-reviews.ts';
import { approvalRuleName } from '#contract/reviewing/reviews/approval-rule-names.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Badge, type BadgeVariant } from '#web/ui/display/badge.tsx';
import { currentTime } from '#web/ui/display/current-time.ts';
import { Stars } from '#web/ui/display/stars.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { TestBadge } from '../test-badge.tsx';

const badges: Readonly<Record<ReviewToDecide['status'], BadgeVariant>> = {
  pending: 'quiet',
  approved: 'quiet',
  rejected: 'destructive',
  reversed: 'destructive',
};

export const isAppeal = ({ appeal }: ReviewToDecide): boolean => appeal !== null && appeal.outcome === null;
export const canDecide = ({ status, isOwn }: ReviewToDecide): boolean => status === 'pending' && !isOwn;

interface ReviewRowProps {
  review: ReviewToDecide;
  isSelected: boolean;
  isPending: boolean;
  onSelect: () => void;
  /** How many of the listener's reviews in this list can be decided together. */
  waitingByListener: number;
  onSelectAllBy: () => void;
  onApprove: () => void;
  onReject: () => void;
  isUndoing: boolean;
  onUndo: () => void;
}

/** A review with everything needed for a decision: its text, the findings, the appeal. */
export function ReviewRow(props: ReviewRowProps) {
  const { review, isSelected, isPending, onSelect, waitingByListener, onSelectAllBy, onApprove, onReject } =
    props;
  const { isUndoing, onUndo } = props;
  const appealed = isAppeal(review);
  return (
    <article
      tabIndex={-1}
      data-row={review.id}
      aria-label={`Review of ${review.trackTitle} by ${review.listenerName}`}
      className={`grid gap-x-6 gap-y-3 border-b border-line px-3 py-4 -outline-offset-2 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_11rem] ${isSelected ? 'bg-raised' : 'hover:bg-panel'}`}
    >
      <div className="grid min-w-0 content-start gap-1.5 wrap-anywhere">
        <RowHeading review={review} isSelected={isSelected} onSelect={onSelect} />
        <div className={`grid gap-1.5 ${canDecide(review) ? 'sm:ps-8' : ''}`}>
          {review.firstComment !== null && <p className="text-sm font-semibold">New text, with the appeal</p>}
          <p dir="auto" className="max-w-prose whitespace-pre-line">
            {review.comment}
          </p>
          {review.firstComment !== null && <RejectedText text={review.firstComment} />}
          {waitingByListener > 1 && (
            <div>
              <Button size="small" variant="quiet" onPress={onSelectAllBy}>
                Select all {waitingByListener} by {review.listenerName}
              </Button>
            </div>
          )}
        </div>
      </div>
      <div className="grid min-w-0 content-start gap-3">
        <Findings findings={review.findings} isMended={review.firstComment !== null} />
        <Decided review={review} />
        <Appeal review={review} />
      </div>
      <div className="flex content-start items-start justify-end gap-2 lg:flex-wrap">
        {review.isOwn && <p className="text-sm text-muted">Another admin has to decide this one.</p>}
        {!review.isOwn && review.canUndo && (
          <Button size="small" variant="quiet" isPending={isUndoing} onPress={onUndo}>
            Undo<VisuallyHidden>{` the decision on ${nameOf(review)}`}</VisuallyHidden>
          </Button>
        )}
        {!review.isOwn && (appealed || review.status === 'pending') && (
          <>
            <Button size="small" isDisabled={isPending} onPress={onApprove}>
              {appealed ? 'Grant' : 'Approve'}
              <VisuallyHidden>{` ${nameOf(review)}`}</VisuallyHidden>
            </Button>
            <Button size="small" variant="quiet" isDisabled={isPending} onPress={onReject}>
              {appealed ? 'Dismiss' : 'Reject'}
              <VisuallyHidden>{` ${nameOf(review)}`}</VisuallyHidden>
            </Button>
          </>
        )}
      </div>
    </article>
  );
}

const RejectedText = ({ text }: { text: string }) => (
  <div className="grid max-w-prose gap-1 border-s-2 border-line ps-3">
    <p className="text-sm font-semibold">The text that was rejected</p>
    <p dir="auto" className="whitespace-pre-line text-muted">
      {text}
    </p>
  </div>
);

const nameOf = (review: ReviewToDecide) => `the review of ${review.trackTitle} by ${review.listenerName}`;

function RowHeading({
  review,
  isSelected,
  onSelect,
}: Pick<ReviewRowProps, 'review' | 'isSelected' | 'onSelect'>) {
  return (
    <div className="flex gap-3">
      {canDecide(review) && (
        <Checkbox hideLabel isSelected={isSelected} onChange={onSelect}>
          Select {nameOf(review)}
        </Checkbox>
      )}
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-xl wrap-anywhere">{review.trackTitle}</h3>
          <Badge variant={badges[review.status]}>{review.status}</Badge>
          {isAppeal(review) && <Badge>appeal</Badge>}
          {review.isTest && <TestBadge />}
        </div>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <Stars value={review.rating} label={`${review.rating} of 5 stars`} size={14} />
          <Link
            to="/app/admin"
            search={{ tab: 'users', user: review.listenerId }}
            className={`lone-link ${linkStyle}`}
          >
            {review.listenerName}
          </Link>
          <span>on {review.artistName},</span>
          <TimeAgo date={review.createdAt} />
          {review.dueAt !== null && <Due date={review.dueAt} />}
        </p>
      </div>
    </div>
  );
}

function Due({ date }: { date: string }) {
  const days = Math.max(0, Math.ceil((new Date(date).getTime() - currentTime().getTime()) / dayMilliseconds));
  return (
    <time dateTime={date} className={days <= 1 ? 'font-semibold text-rose' : ''}>
      {days <= 1 ? 'Auto-approves within a day' : `Auto-approves in ${days} days`}
    </time>
  );
}

function Decided({ review: { decision, status } }: { review: ReviewToDecide }) {
  if (decision === null) return null;
  return (
    <div className="grid gap-1 text-sm">
      <p className="text-muted">
        {status === 'approved' ? 'Approved' : status === 'reversed' ? 'Reversed' : 'Rejected'} by{' '}
        {decision.by ?? 'the approval rules'}, <TimeAgo date={decision.at} />
      </p>
      {decision.reason !== null && <p className="font-semibold">{decision.reason}</p>}
      {decision.sentence !== null && <p>{decision.sentence}</p>}
    </div>
  );
}

function Appeal({ review: { appeal } }: { review: ReviewToDecide }) {
  if (appeal === null) return null;
  return (
    <div className="grid gap-1 border-s-2 border-brass-mark ps-3 text-sm">
      <p className="text-muted">
        Appealed <TimeAgo date={appeal.at} />
        {appeal.outcome !== null && `, ${appeal.outcome}`}
      </p>
      <p dir="auto" className="whitespace-pre-line">
        {appeal.text}
      </p>
      {appeal.sentence !== null && <p className="text-muted">{appeal.sentence}</p>}
    </div>
  );
}

/** The rules' findings: doubts in full, and the passed ones on one line. */
function Findings({ findings, isMended }: { findings: readonly ReviewFinding[]; isMended: boolean }) {
  if (findings.length === 0)
    return (
      <p className="text-sm text-muted">
        {isMended ? 'The approval rules are checking the new text.' : 'The approval rules haven’t run yet.'}
      </p>
    );
  const doubts = findings.filter(({ passed }) => !passed);
  const passed = findings.length - doubts.length;
  return (
    <ul aria-label="Findings" className="grid gap-1 text-sm">
      {doubts.map(({ rule, version, detail }) => (
        <li key={rule} className="flex flex-wrap gap-x-2">
          <span className="font-semibold text-rose">{approvalRuleName(rule)}</span>
          <span>{detail}</span>
          <span className="text-muted">rule v{version}</span>
        </li>
      ))}
      <li className="text-muted">
        {passed} of {findings.length} rules passed
      </li>
    </ul>
  );
}

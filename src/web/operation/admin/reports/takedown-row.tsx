import { Link } from '@tanstack/react-router';
import type { AdminTakedown } from '#contract/operation/reports/takedowns.ts';
import { takedownReasons } from '#contract/report-reasons.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { TestBadge } from '../test-badge.tsx';
import { nameOfThing } from './thing-words.ts';

interface TakedownRowProps {
  takedown: AdminTakedown;
  isPending: boolean;
  onRestore: () => void;
  onUphold: () => void;
}

export const canRestore = ({ restored, isOwn }: AdminTakedown): boolean => restored === null && !isOwn;
export const canUphold = (takedown: AdminTakedown): boolean =>
  canRestore(takedown) && takedown.answer !== null && takedown.upheldSentence === null;

/** A present or past takedown, with what both sides wrote. */
export function TakedownRow({ takedown, isPending, onRestore, onUphold }: TakedownRowProps) {
  const name = nameOfThing(takedown);
  const { kind, shown, trackTitle, ownerId, ownerName, reason, sentence, takenAt, takenBy } = takedown;
  return (
    <article
      tabIndex={-1}
      data-row={takedown.id}
      aria-label={`The takedown of ${name}`}
      className="grid gap-x-6 gap-y-3 border-b border-line px-3 py-4 -outline-offset-2 hover:bg-panel lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_11rem]"
    >
      <div className="grid min-w-0 content-start gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-xl wrap-anywhere">{trackTitle}</h3>
          <Badge variant="quiet">{kind}</Badge>
          {takedown.isTest && <TestBadge />}
        </div>
        <p className="text-sm text-muted">
          By{' '}
          <Link to="/app/admin" search={{ tab: 'users', user: ownerId }} className={linkStyle}>
            {ownerName}
          </Link>
        </p>
        {kind !== 'track' && (
          <p dir="auto" className="max-w-prose whitespace-pre-line">
            {shown}
          </p>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-3 text-sm">
        <div className="grid gap-1">
          <p className="text-muted">
            Taken down by {takenBy}, <TimeAgo date={takenAt} />
          </p>
          <p className="font-semibold">{takedownReasons[reason]}</p>
          <p dir="auto" className="whitespace-pre-line">
            {sentence}
          </p>
        </div>
        <Said takedown={takedown} />
      </div>
      <div className="flex content-start items-start justify-end gap-2 lg:flex-wrap">
        {takedown.isOwn && takedown.restored === null && (
          <p className="text-sm text-muted">Another admin has to decide this one.</p>
        )}
        {canRestore(takedown) && (
          <Button size="small" isDisabled={isPending} onPress={onRestore}>
            Restore<VisuallyHidden>{` ${name}`}</VisuallyHidden>
          </Button>
        )}
        {canUphold(takedown) && (
          <Button size="small" variant="quiet" isDisabled={isPending} onPress={onUphold}>
            Keep down<VisuallyHidden>{` ${name}`}</VisuallyHidden>
          </Button>
        )}
      </div>
    </article>
  );
}

const outcomes = { mistake: 'Restored as a mistake', cleared: 'Restored as settled' } as const;

function Said({ takedown }: { takedown: AdminTakedown }) {
  const { answer, answeredAt, upheldSentence, upheldBy, restored } = takedown;
  return (
    <>
      {answer !== null && answeredAt !== null && (
        <div className="grid gap-1 border-s-2 border-brass-mark ps-3">
          <p className="text-muted">
            Answered <TimeAgo date={answeredAt} />
          </p>
          <p dir="auto" className="text-base whitespace-pre-line">
            {answer}
          </p>
        </div>
      )}
      {upheldSentence !== null && (
        <p>
          <span className="text-muted">Kept down by {upheldBy}.</span> {upheldSentence}
        </p>
      )}
      {restored !== null && (
        <p>
          <span className="text-muted">
            {outcomes[restored.as]} by {restored.by}, <TimeAgo date={restored.at} />.
          </span>{' '}
          {restored.sentence}
        </p>
      )}
    </>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reviewSentenceLength } from '#contract/business-rules.ts';
import type {
  AppealOutcome,
  ReviewDecision,
  ReviewToDecide,
} from '#contract/operation/admin/admin-reviews.ts';
import { toggled } from '#web/toggled.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ConfirmDialog } from '#web/ui/controls/confirm-dialog.tsx';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { SteadyRows } from '#web/ui/display/steady-rows.tsx';
import { AdminList } from '../admin-list.tsx';
import { type ReviewsView, reviewsQuery } from '../admin-queries.ts';
import { useKeptSearch } from '../kept-search.ts';
import { KeyHelp } from '../key-help.tsx';
import { useListView } from '../list-view.ts';
import { useRowKeys } from '../row-keys.ts';
import { SearchField } from '../search-field.tsx';
import { SentenceForm } from '../sentence-form.tsx';
import { type LastDecision, useDecideAppeal, useDecideReviews, useLastDecisions } from './decide-reviews.ts';
import { ReadingsList } from './readings-list.tsx';
import { RejectReviewsDialog } from './reject-reviews-dialog.tsx';
import { canDecide, isAppeal, ReviewRow } from './review-row.tsx';
import { suggestedRejection } from './suggested-rejection.ts';
import { UndoBar } from './undo-bar.tsx';

const keys = [
  ['j k', 'move'],
  ['a', 'approve'],
  ['r', 'reject'],
  ['x', 'select'],
  ['s', 'select all by the listener'],
  ['u', 'undo'],
] as const;
const readingKeys = [
  ['j k', 'move'],
  ['a', 'approve, or it says something'],
  ['r', 'reject, or it says nothing'],
  ['u', 'undo'],
] as const;

const views = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'decided', label: 'Decided' },
  { value: 'read', label: 'To read' },
] as const satisfies readonly { value: ReviewsView | 'read'; label: string }[];

/** The decision to be confirmed. */
type Asking =
  | { readonly what: 'approve'; readonly reviews: readonly ReviewToDecide[] }
  | { readonly what: 'reject'; readonly reviews: readonly ReviewToDecide[] }
  | { readonly what: 'appeal'; readonly review: ReviewToDecide; readonly outcome: AppealOutcome };

export function ReviewsTab() {
  const [view, setView] = useListView<ReviewsView | 'read'>(views);
  const [search, setSearch] = useKeptSearch();
  const decisions = useLastDecisions();
  const { last, undo } = decisions;
  useRowKeys((key) => key === 'u' && decisions.undoLast());
  return (
    <div className="grid gap-4">
      <h2 className="sr-only">Reviews</h2>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid w-full gap-3 sm:w-auto sm:grid-cols-[10rem_18rem]">
          <SelectField label="Show" hideLabel options={views} value={view} onChange={setView} />
          {view !== 'read' && (
            <SearchField label="Search listeners and artists" words={search} onSearch={setSearch} />
          )}
        </div>
        <KeyHelp keys={view === 'read' ? readingKeys : keys} />
      </div>
      {last !== null && (
        <UndoBar
          done={`${named(last)} ${last.status}.`}
          undone={`Undone reviews wait for a decision again${last.status === 'rejected' ? '' : ', as long as their reward is still available'}.`}
          isUndoing={last.reviews.some(({ id }) => undo.isDeciding(id))}
          onUndo={() => undo.decide(last)}
        />
      )}
      {view === 'read' ? (
        <ReviewsToRead isBelowLast={last !== null} decisions={decisions} />
      ) : (
        <ListedReviews view={view} search={search} isBelowLast={last !== null} decisions={decisions} />
      )}
    </div>
  );
}

type Decisions = ReturnType<typeof useLastDecisions>;

function ReviewsToRead({ isBelowLast, decisions }: { isBelowLast: boolean; decisions: Decisions }) {
  const { decide, isDeciding } = useDecideReviews(decisions, () => undefined);
  return (
    <ReadingsList
      isBelowLast={isBelowLast}
      isDeciding={isDeciding}
      onDecide={(review, decision) => decide([review], decision)}
    />
  );
}

interface ListedReviewsProps {
  view: ReviewsView;
  search: string;
  isBelowLast: boolean;
  decisions: Decisions;
}

function ListedReviews({ view, search, isBelowLast, decisions }: ListedReviewsProps) {
  const query = useInfiniteQuery(reviewsQuery(view, search));
  return (
    <AdminList query={query} empty={<NothingHere view={view} search={search} />}>
      {(reviews) => <ReviewsToDecide reviews={reviews} isBelowLast={isBelowLast} decisions={decisions} />}
    </AdminList>
  );
}

function NothingHere({ view, search }: { view: ReviewsView; search: string }) {
  if (search !== '') return <EmptyState title="Nothing found">No reviews match “{search}”.</EmptyState>;
  return view === 'waiting' ? (
    <EmptyState title="No reviews waiting">Every review has been decided.</EmptyState>
  ) : (
    <EmptyState title="No decisions yet">Decided reviews appear here, newest first.</EmptyState>
  );
}

interface ReviewsToDecideProps {
  reviews: readonly ReviewToDecide[];
  /** Whether the latest decision is shown above, which shifts the rows by one. */
  isBelowLast: boolean;
  decisions: ReturnType<typeof useLastDecisions>;
}

function ReviewsToDecide({ reviews, isBelowLast, decisions }: ReviewsToDecideProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<Asking | null>(null);
  const decision = useDecideReviews(decisions, (done) =>
    setSelected((ids) => new Set([...ids].filter((id) => !done.includes(id)))),
  );
  const appeal = useDecideAppeal();
  const chosen = reviews.filter(
    (review) => canDecide(review) && selected.has(review.id) && !decision.isDeciding(review.id),
  );

  const allBy = (listenerId: string) =>
    reviews.filter((review) => canDecide(review) && review.listenerId === listenerId);
  const selectAllBy = (listenerId: string) =>
    setSelected((ids) => new Set([...ids, ...allBy(listenerId).map(({ id }) => id)]));
  const toggle = (id: string) => setSelected((ids) => toggled(ids, id));
  const approve = (review: ReviewToDecide) =>
    isAppeal(review)
      ? setAsking({ what: 'appeal', review, outcome: 'granted' })
      : decision.decide([review], { status: 'approved' });
  const reject = (review: ReviewToDecide) =>
    isAppeal(review)
      ? setAsking({ what: 'appeal', review, outcome: 'dismissed' })
      : setAsking({ what: 'reject', reviews: [review] });

  const list = useRowKeys((key, id) => {
    const review = reviews.find((one) => one.id === id);
    if (review === undefined || review.isOwn || !(canDecide(review) || isAppeal(review))) return false;
    if (decision.isDeciding(review.id)) return false;
    const isOneOfMany = chosen.length > 1 && chosen.includes(review);
    if (key === 'a' && isOneOfMany) setAsking({ what: 'approve', reviews: chosen });
    else if (key === 'r' && isOneOfMany) setAsking({ what: 'reject', reviews: chosen });
    else if (key === 'a') void approve(review);
    else if (key === 'r') reject(review);
    else if (key === 's' && canDecide(review)) selectAllBy(review.listenerId);
    else if (key === 'x' && canDecide(review)) toggle(review.id);
    else return false;
    return true;
  });

  return (
    <div className="grid gap-3" ref={list}>
      {chosen.length > 0 && (
        <SelectedBar
          count={chosen.length}
          onApprove={() => setAsking({ what: 'approve', reviews: chosen })}
          onReject={() => setAsking({ what: 'reject', reviews: chosen })}
        />
      )}
      <SteadyRows
        rows={[...(isBelowLast ? ['last decision'] : []), ...reviews.map(({ id }) => id)]}
        isCovered={asking !== null}
      >
        <div className="border-t border-line">
          {reviews.map((review) => (
            <ReviewRow
              key={review.id}
              review={review}
              isSelected={selected.has(review.id) && canDecide(review)}
              isPending={decision.isDeciding(review.id)}
              onSelect={() => toggle(review.id)}
              waitingByListener={canDecide(review) ? allBy(review.listenerId).length : 0}
              onSelectAllBy={() => selectAllBy(review.listenerId)}
              onApprove={() => approve(review)}
              onReject={() => reject(review)}
              isUndoing={decisions.undo.isDeciding(review.id)}
              onUndo={() => decisions.undo.decide({ reviews: [review] })}
            />
          ))}
        </div>
      </SteadyRows>
      <Question
        asking={asking}
        onClose={() => setAsking(null)}
        onDecide={decision.decide}
        onAnswerAppeal={(review, outcome, sentence) =>
          appeal.decide({ reviewId: review.id, outcome, sentence })
        }
      />
    </div>
  );
}

const bar = 'flex flex-wrap items-center gap-3 border border-rest bg-panel px-4 py-2';

interface SelectedBarProps {
  count: number;
  onApprove: () => void;
  onReject: () => void;
}

const SelectedBar = ({ count, onApprove, onReject }: SelectedBarProps) => (
  <div className={bar}>
    <span className="tabular font-semibold">{count} selected</span>
    <Button size="small" onPress={onApprove}>
      Approve selected
    </Button>
    <Button size="small" variant="quiet" onPress={onReject}>
      Reject selected
    </Button>
  </div>
);

const named = ({ reviews: [first, ...others] }: LastDecision): string =>
  first !== undefined && others.length === 0
    ? `Review of “${first.trackTitle}”`
    : `${others.length + 1} reviews`;

interface QuestionProps {
  asking: Asking | null;
  onClose: () => void;
  onDecide: (reviews: readonly ReviewToDecide[], decision: ReviewDecision) => Promise<boolean>;
  onAnswerAppeal: (review: ReviewToDecide, outcome: AppealOutcome, sentence: string) => Promise<boolean>;
}

/** The tab's dialog: many approvals, a rejection, or the answer to an appeal. */
function Question({ asking, onClose, onDecide, onAnswerAppeal }: QuestionProps) {
  if (asking === null) return null;
  if (asking.what === 'reject') {
    return (
      <RejectReviewsDialog
        count={asking.reviews.length}
        suggested={suggestedRejection(asking.reviews.map(({ findings }) => findings))}
        onClose={onClose}
        onReject={(reason, sentence) => onDecide(asking.reviews, { status: 'rejected', reason, sentence })}
      />
    );
  }
  if (asking.what === 'approve') {
    const count = asking.reviews.length;
    return (
      <ConfirmDialog
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={count === 1 ? 'Approve 1 review?' : `Approve ${count} reviews?`}
        confirmLabel="Approve"
        cancelLabel="Cancel"
        onConfirm={() => {
          void onDecide(asking.reviews, { status: 'approved' });
          onClose();
        }}
      >
        <p>We pay the listener for each one.</p>
      </ConfirmDialog>
    );
  }
  const { review, outcome } = asking;
  return (
    <SentenceForm
      title={outcome === 'granted' ? 'Grant this appeal?' : 'Dismiss this appeal?'}
      label="A sentence for the listener"
      most={reviewSentenceLength}
      confirmLabel={outcome === 'granted' ? 'Grant appeal' : 'Dismiss appeal'}
      tone={outcome === 'granted' ? 'act' : 'danger'}
      onClose={onClose}
      onConfirm={(sentence) => onAnswerAppeal(review, outcome, sentence)}
    >
      <p>
        {outcome === 'granted'
          ? 'The review is approved and paid.'
          : 'The review stays rejected, and the listener can’t appeal again.'}
      </p>
    </SentenceForm>
  );
}

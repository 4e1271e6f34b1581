import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportedThing } from '#contract/operation/reports/reports.ts';
import type { AdminTakedown } from '#contract/operation/reports/takedowns.ts';
import { takedownSentenceLength } from '#contract/report-reasons.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { SteadyRows } from '#web/ui/display/steady-rows.tsx';
import { AdminList } from '../admin-list.tsx';
import { reportsQuery, takedownsQuery } from '../admin-queries.ts';
import { KeyHelp } from '../key-help.tsx';
import { useListView } from '../list-view.ts';
import { useRowKeys } from '../row-keys.ts';
import { SentenceForm } from '../sentence-form.tsx';
import { useReportActs } from './report-acts.ts';
import { RestoreDialog, TakeDownDialog, TakeTrackDown } from './report-dialogs.tsx';
import { canTakeDown, isOpen, ReportRow } from './report-row.tsx';
import { canRestore, canUphold, TakedownRow } from './takedown-row.tsx';
import { nameOfThing } from './thing-words.ts';

const views = [
  { value: 'open', label: 'Open reports' },
  { value: 'answered', label: 'Answers to decide' },
  { value: 'standing', label: 'Taken down' },
  { value: 'over', label: 'Restored' },
  { value: 'decided', label: 'Decided reports' },
] as const;
type View = (typeof views)[number]['value'];

const keys = {
  reports: [
    ['j k', 'move'],
    ['d', 'dismiss'],
    ['t', 'take down'],
  ],
  takedowns: [
    ['j k', 'move'],
    ['b', 'restore'],
    ['s', 'keep down'],
  ],
} as const;

/** Reports and takedowns. The view is in the URL, because emails link to it. */
export function ReportsTab() {
  const [view, setView] = useListView<View>(views);
  const [isTaking, setTaking] = useState(false);
  const ofReports = view === 'open' || view === 'decided';
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex w-full flex-wrap items-start gap-3 sm:w-auto">
          <div className="w-full sm:w-52">
            <SelectField label="Show" hideLabel options={views} value={view} onChange={setView} />
          </div>
          <Button variant="quiet" onPress={() => setTaking(true)}>
            Take a track down
          </Button>
        </div>
        {view !== 'decided' && view !== 'over' && (
          <KeyHelp keys={keys[ofReports ? 'reports' : 'takedowns']} />
        )}
      </div>
      {ofReports ? <Reports key={view} view={view} /> : <Takedowns key={view} view={view} />}
      {isTaking && <TakeTrackDown onClose={() => setTaking(false)} />}
    </div>
  );
}

const nothing: Readonly<Record<View, readonly [title: string, body: string]>> = {
  open: ['No open reports', 'Reports appear here, oldest first.'],
  answered: ['No answers to decide', 'Owners can answer a takedown once. Their answers appear here.'],
  standing: ['Nothing is taken down', 'Takedowns appear here until they’re restored.'],
  over: ['Nothing was restored', 'Restored tracks, reviews and questions appear here.'],
  decided: ['No decisions yet', 'Decided reports appear here, newest first.'],
};

function Nothing({ view }: { view: View }) {
  const [title, body] = nothing[view];
  return <EmptyState title={title}>{body}</EmptyState>;
}

function Reports({ view }: { view: 'open' | 'decided' }) {
  const query = useInfiniteQuery(reportsQuery(view));
  return (
    <AdminList query={query} empty={<Nothing view={view} />}>
      {(things) => <ReportedThings things={things} />}
    </AdminList>
  );
}

function ReportedThings({ things }: { things: readonly ReportedThing[] }) {
  const [taking, setTaking] = useState<ReportedThing | null>(null);
  const { decide, isDeciding } = useReportActs();
  const dismiss = ({ thingId, reportIds }: ReportedThing) => decide({ act: 'dismiss', thingId, reportIds });
  const list = useRowKeys((key, id) => {
    const thing = things.find((one) => one.id === id);
    if (thing === undefined || isDeciding(thing.thingId)) return false;
    if (key === 'd' && isOpen(thing)) void dismiss(thing);
    else if (key === 't' && canTakeDown(thing)) setTaking(thing);
    else return false;
    return true;
  });
  return (
    <div ref={list}>
      <SteadyRows rows={things.map(({ id }) => id)} isCovered={taking !== null}>
        <div className="border-t border-line">
          {things.map((thing) => (
            <ReportRow
              key={thing.id}
              thing={thing}
              isPending={isDeciding(thing.thingId)}
              onDismiss={() => dismiss(thing)}
              onTakeDown={() => setTaking(thing)}
            />
          ))}
        </div>
      </SteadyRows>
      {taking !== null && (
        <TakeDownDialog
          kind={taking.kind}
          reported={taking.reports[0]?.reason ?? null}
          name={nameOfThing(taking)}
          onClose={() => setTaking(null)}
          onTakeDown={(reason, sentence) => {
            const { kind, thingId } = taking;
            return decide({ act: 'take down', kind, thingId, reason, sentence });
          }}
        />
      )}
    </div>
  );
}

function Takedowns({ view }: { view: 'answered' | 'standing' | 'over' }) {
  const query = useInfiniteQuery(takedownsQuery(view));
  return (
    <AdminList query={query} empty={<Nothing view={view} />}>
      {(takedowns) => <TakedownList takedowns={takedowns} />}
    </AdminList>
  );
}

type Asking = { readonly what: 'restore' | 'uphold'; readonly takedown: AdminTakedown };

function TakedownList({ takedowns }: { takedowns: readonly AdminTakedown[] }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const { decide, isDeciding } = useReportActs();
  const list = useRowKeys((key, id) => {
    const takedown = takedowns.find((one) => one.id === id);
    if (takedown === undefined || isDeciding(takedown.id)) return false;
    if (key === 'b' && canRestore(takedown)) setAsking({ what: 'restore', takedown });
    else if (key === 's' && canUphold(takedown)) setAsking({ what: 'uphold', takedown });
    else return false;
    return true;
  });
  return (
    <div ref={list}>
      <SteadyRows rows={takedowns.map(({ id }) => id)} isCovered={asking !== null}>
        <div className="border-t border-line">
          {takedowns.map((takedown) => (
            <TakedownRow
              key={takedown.id}
              takedown={takedown}
              isPending={isDeciding(takedown.id)}
              onRestore={() => setAsking({ what: 'restore', takedown })}
              onUphold={() => setAsking({ what: 'uphold', takedown })}
            />
          ))}
        </div>
      </SteadyRows>
      {asking !== null && (
        <Question
          asking={asking}
          onClose={() => setAsking(null)}
          onRestore={(as, sentence) =>
            decide({ act: 'restore', takedownId: asking.takedown.id, as, sentence })
          }
          onUphold={(sentence) => decide({ act: 'uphold', takedownId: asking.takedown.id, sentence })}
        />
      )}
    </div>
  );
}

interface QuestionProps {
  asking: Asking;
  onClose: () => void;
  onRestore: (as: 'mistake' | 'cleared', sentence: string) => Promise<boolean>;
  onUphold: (sentence: string) => Promise<boolean>;
}

function Question({ asking: { what, takedown }, onClose, onRestore, onUphold }: QuestionProps) {
  const name = nameOfThing(takedown);
  if (what === 'restore')
    return <RestoreDialog takedown={takedown} name={name} onClose={onClose} onRestore={onRestore} />;
  return (
    <SentenceForm
      title={`Keep ${name} down?`}
      label="A sentence for the owner"
      most={takedownSentenceLength}
      confirmLabel="Keep down"
      onClose={onClose}
      onConfirm={onUphold}
    >
      <p>The owner has used their one answer. You can still restore it later.</p>
    </SentenceForm>
  );
}

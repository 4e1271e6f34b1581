import { useState } from 'react';
import { api } from '#contract/index.ts';
import { auditRules } from '#contract/money/books/audit-rules.ts';
import type { Books } from '#contract/money/books/books.ts';
import { callApi } from '#web/calls/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { type BooksAct, useBooksAct } from '../books-act.ts';
import { ReasonDialog } from '../sentence-form.tsx';

const auditNow: BooksAct = {
  name: 'audit',
  run: async () => {
    const { audit } = await callApi(api.books.runAudit, { body: {} });
    const found = audit?.findings.length ?? 0;
    return found === 0
      ? { title: 'The books are clean', body: 'Every check passed.' }
      : { title: 'The audit found a problem', body: 'Payouts are halted.' };
  },
  failed: 'The audit did not run',
};

/** The latest audit's result and seal, and how to lift a halt. */
export function BooksAudit({ books: { audit, halt } }: { books: Books }) {
  const { act, isPending } = useBooksAct();
  return (
    <Panel
      title="Audit"
      tone={halt !== null ? 'wrong' : audit === null ? 'plain' : 'earned'}
      actions={
        <Button
          variant="quiet"
          size="small"
          isPending={isPending}
          pendingLabel="Auditing..."
          onPress={() => act(auditNow)}
        >
          Audit now
        </Button>
      }
    >
      <div className="grid gap-4">
        {audit === null ? (
          <p className="text-muted">An audit runs every hour. The first one hasn’t run yet.</p>
        ) : (
          <LastAudit audit={audit} />
        )}
        {halt !== null && <Halt halt={halt} />}
        <details>
          <summary className="text-sm font-semibold text-muted">What the audit checks</summary>
          <dl className="grid gap-1 pt-3 text-sm">
            {Object.entries(auditRules).map(([rule, text]) => (
              <div key={rule} className="flex gap-3">
                <dt className="w-10 shrink-0 font-semibold">{rule}</dt>
                <dd className="text-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </Panel>
  );
}

function LastAudit({ audit: { ranAt, findings, seal } }: { audit: NonNullable<Books['audit']> }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge variant={findings.length === 0 ? 'earned' : 'destructive'}>
          {findings.length === 0 ? 'clean' : `${findings.length} found`}
        </Badge>
        <span className="text-muted">
          Last run <TimeAgo date={ranAt} />
        </span>
        {seal !== null && (
          <span className="text-muted" title={seal.digest}>
            {`Seal ${seal.number} over ${seal.entries.toLocaleString('en-US')} ${seal.entries === 1 ? 'entry' : 'entries'}, `}
            <code>{seal.digest.slice(0, 12)}</code>
          </span>
        )}
      </p>
      {findings.length > 0 && (
        <ul className="grid gap-2">
          {findings.map(({ rule, subject, detail }) => (
            <li key={`${rule} ${subject} ${detail}`} className="border-s-2 border-rose ps-3">
              <span className="font-semibold">{`${rule} ${subject}`}</span>
              <span className="block text-sm text-muted">{detail}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Halt({ halt }: { halt: NonNullable<Books['halt']> }) {
  const { act, isPending } = useBooksAct();
  const [isAsking, setIsAsking] = useState(false);
  const lift = (reason: string) =>
    act({
      name: 'lift-halt',
      run: async () => {
        await callApi(api.books.liftHalt, { body: { reason } });
        return { title: 'Payouts are on again', body: 'The books are clean, and the halt is lifted.' };
      },
      failed: 'Payouts stay halted',
    });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border border-rose p-4">
      <p>
        <span className="font-semibold text-rose">Payouts are halted.</span>{' '}
        <span>
          {halt.reason} Since <TimeAgo date={halt.haltedAt} />.
        </span>
      </p>
      <Button
        variant="danger"
        size="small"
        isPending={isPending}
        pendingLabel="Auditing..."
        onPress={() => setIsAsking(true)}
      >
        Lift the halt
      </Button>
      {isAsking && (
        <ReasonDialog
          title="Lift the halt?"
          confirmLabel="Audit and lift"
          onClose={() => setIsAsking(false)}
          onConfirm={lift}
        >
          <p>
            An audit runs first. Payouts can be approved again only if it finds nothing. Say what you checked.
          </p>
        </ReasonDialog>
      )}
    </div>
  );
}

import { api } from '#contract/index.ts';
import type { RefusedEmail, SystemFigures } from '#contract/operation/admin/admin-system.ts';
import { waitText } from '#contract/wait-text.ts';
import { callApi } from '#web/calls/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { AdminFigure } from '../admin-figure.tsx';
import { UserLink } from '../subscriptions/billing-panel.tsx';
import { SystemFigureList, SystemSection } from './system-section.tsx';
import { useSystemAct } from './use-system-act.ts';

const shown = (count: number) => count.toLocaleString('en-US');

/** Waiting, sent and rejected emails. */
export function SystemEmails({ emails }: { emails: SystemFigures['emails'] }) {
  const { hasMailServer, waiting, oldestWaitingSeconds, sentLastDay, refusedLastWeek, refused } = emails;
  return (
    <SystemSection title="Emails">
      <SystemFigureList>
        <AdminFigure
          name="Waiting"
          what={
            waiting === 0
              ? 'No emails are waiting.'
              : `The oldest has waited ${waitText(Math.floor(oldestWaitingSeconds))}.`
          }
        >
          {shown(waiting)}
        </AdminFigure>
        <AdminFigure
          name="Sent"
          what={
            hasMailServer ? 'In the last 24 hours.' : 'In the last 24 hours, to files: SMTP_URL isn’t set.'
          }
        >
          {shown(sentLastDay)}
        </AdminFigure>
        <AdminFigure name="Rejected permanently" what="In the last 7 days.">
          {shown(refusedLastWeek)}
        </AdminFigure>
      </SystemFigureList>
      {refused.length > 0 && (
        <div className="grid gap-2">
          <p className="max-w-prose text-sm text-muted">
            The mail server permanently rejected these. Their accounts get no more emails about reviews,
            payouts and new tracks until an account email arrives or you send to the address again. The text
            of a rejected email is deleted.
          </p>
          <Table caption="Rejected emails" columns={columns} rows={refused} rowKey={({ id }) => id} />
        </div>
      )}
    </SystemSection>
  );
}

const columns: readonly Column<RefusedEmail>[] = [
  {
    id: 'recipient',
    header: 'Recipient',
    isRowHeader: true,
    cell: ({ recipient }) => <span className="wrap-anywhere">{recipient}</span>,
  },
  { id: 'subject', header: 'Subject', cell: ({ subject }) => subject },
  {
    id: 'user',
    header: 'Account',
    cell: ({ user }) =>
      user === null ? <span className="text-muted">No account</span> : <UserLink user={user} />,
  },
  { id: 'when', header: 'Rejected', cell: ({ refusedAt }) => <TimeAgo date={refusedAt} /> },
  {
    id: 'act',
    header: 'Emails',
    isBlank: ({ user }) => user === null,
    cell: ({ user, recipient, isStopped }) => {
      if (user === null) return '–';
      if (!isStopped) return <span className="text-muted">Sent again</span>;
      return <SendAgain userId={user.id} recipient={recipient} />;
    },
  },
];

function SendAgain({ userId, recipient }: { userId: string; recipient: string }) {
  const { act, isPending } = useSystemAct();
  return (
    <Button
      size="small"
      variant="quiet"
      isPending={isPending}
      aria-label={`Send to ${recipient} again`}
      onPress={() =>
        act({
          run: () => callApi(api.admin.allowEmails, { params: { userId } }),
          done: { title: 'Emails are on again', body: `New emails go to ${recipient}.` },
          failed: 'Emails are still off',
        })
      }
    >
      Send to this address again
    </Button>
  );
}

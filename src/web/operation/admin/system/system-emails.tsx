import { api } from '#contract/index.ts';
import type { RefusedEmail, SystemFigures } from '#contract/operation/admin/admin-system.ts';
import { waitText } from '#contract/wait-text.ts';
import { callApi } from '#web/calls/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { column, rowName, timeAgo } from '#web/ui/display/columns.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { useAdminAct } from '../admin-act.ts';
import { AdminFigure, AdminSection } from '../admin-figure.tsx';
import { UserLink } from '../user-link.tsx';

const shown = (count: number) => count.toLocaleString('en-US');

/** Waiting, sent and rejected emails. */
export function SystemEmails({ emails }: { emails: SystemFigures['emails'] }) {
  const { hasMailServer, waiting, oldestWaitingSeconds, sentLastDay, refusedLastWeek, refused } = emails;
  const oldest = `The oldest has waited ${waitText(Math.floor(oldestWaitingSeconds))}.`;
  return (
    <AdminSection title="Emails">
      <dl className="grid gap-x-12 lg:grid-cols-2">
        <AdminFigure name="Waiting" what={waiting === 0 ? 'No emails are waiting.' : oldest}>
          {shown(waiting)}
        </AdminFigure>
        <AdminFigure
          name="Sent"
          what={`In the last 24 hours${hasMailServer ? '' : ', to files: SMTP_URL isn’t set'}.`}
        >
          {shown(sentLastDay)}
        </AdminFigure>
        <AdminFigure name="Rejected permanently" what="In the last 7 days.">
          {shown(refusedLastWeek)}
        </AdminFigure>
      </dl>
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
    </AdminSection>
  );
}

const columns: readonly Column<RefusedEmail>[] = [
  rowName('Recipient', ({ recipient }) => <span className="wrap-anywhere">{recipient}</span>),
  column('Subject', ({ subject }) => subject),
  column('Account', ({ user }) =>
    user === null ? <span className="text-muted">No account</span> : <UserLink {...user} />,
  ),
  timeAgo('Rejected', ({ refusedAt }) => refusedAt),
  column(
    'Emails',
    ({ user, recipient, isStopped }) => {
      if (user === null) return '–';
      if (!isStopped) return <span className="text-muted">Sent again</span>;
      return <SendAgain userId={user.id} recipient={recipient} />;
    },
    { isBlank: ({ user }) => user === null },
  ),
];

function SendAgain({ userId, recipient }: { userId: string; recipient: string }) {
  const { act, isPending } = useAdminAct('Emails are still off', 'system');
  const allow = async () => {
    await callApi(api.admin.allowEmails, { params: { userId } });
    return { title: 'Emails are on again', body: `New emails go to ${recipient}.` };
  };
  return (
    <Button
      size="small"
      variant="quiet"
      isPending={isPending}
      aria-label={`Send to ${recipient} again`}
      onPress={() => act(allow)}
    >
      Send to this address again
    </Button>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ActivityEntry } from '#contract/identity/activity.ts';
import {
  type ActivityEvent,
  activityEventCodes,
  activityEvents,
} from '#contract/identity/activity-events.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { column, rowName, timeAgo } from '#web/ui/display/columns.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import type { Column } from '#web/ui/display/table.tsx';
import { AdminTable } from '../admin-list.tsx';
import { activityQuery } from '../admin-queries.ts';
import { KeyHelp } from '../key-help.tsx';
import { useListView } from '../list-view.ts';
import { useRowKeys } from '../row-keys.ts';
import { UserLink } from '../user-link.tsx';
import { detailText } from './activity-texts.ts';

const keys = [['j k', 'move']] as const;

type Choice = { readonly value: ActivityEvent | 'all'; readonly label: string };
const choices: readonly [Choice, ...Choice[]] = [
  { value: 'all', label: 'Everything' },
  ...activityEventCodes.map((value) => ({ value, label: activityEvents[value] })),
];

/** The activity log of accounts and admins, filtered by event or by the user in the URL. */
export function ActivityTab() {
  const { user } = useSearch({ from: '/app/admin' });
  const [event, setEvent] = useListView(choices);
  const navigate = useNavigate();
  const query = useInfiniteQuery(
    activityQuery({
      ...(event === 'all' ? {} : { event }),
      ...(user === undefined ? {} : { about: user }),
    }),
  );
  const list = useRowKeys(() => false);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex w-full flex-wrap items-end gap-3 sm:w-auto">
          <div className="w-full sm:w-64">
            <SelectField label="Event" hideLabel options={choices} value={event} onChange={setEvent} />
          </div>
          {user !== undefined && (
            <Button
              variant="quiet"
              onPress={() => void navigate({ to: '/app/admin', search: ({ user: _, ...kept }) => kept })}
            >
              Show everyone
            </Button>
          )}
        </div>
        <KeyHelp keys={keys} />
      </div>
      <AdminTable
        query={query}
        empty={<EmptyState title="No activity">Nothing matches in the last 180 days.</EmptyState>}
        list={list}
        caption="Activity"
        columns={columns}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

const eventNames: Readonly<Record<string, string>> = activityEvents;

const Name = ({ person }: { person: NonNullable<ActivityEntry['user']> }) => (
  <span className="inline-block max-w-xs">
    <UserLink {...person} />
  </span>
);

/** Who did it if neither the user nor an admin did. Roles and amounts are only set by commands on the server. */
const doers: Readonly<Record<string, string>> = {
  role_assigned: 'Server',
  second_admin_set: 'Server',
  payouts_halted: 'Audit',
};

const columns: readonly Column<ActivityEntry>[] = [
  rowName('Event', ({ event }) => eventNames[event] ?? event),
  column('User', ({ user, actor, event }) => {
    if (user !== null) return <Name person={user} />;
    const isAboutAll = actor !== null || event in doers;
    return <span className="text-muted">{isAboutAll ? 'Everyone' : 'Unknown'}</span>;
  }),
  column('By', ({ actor, event }) =>
    actor === null ? <span className="text-muted">{doers[event] ?? 'Self'}</span> : <Name person={actor} />,
  ),
  column('Details', ({ details }) => <span className="text-sm">{detailText(details)}</span>, {
    isBlank: ({ details }) => detailText(details) === '',
  }),
  column('Network', ({ network }) => (
    <span className="tabular text-sm text-muted">{network.slice(0, 6)}</span>
  )),
  timeAgo('When', ({ at }) => at),
];

import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { UserEntry } from '#contract/operation/admin/admin-users.ts';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { column, rowName, timeAgo } from '#web/ui/display/columns.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import type { Column } from '#web/ui/display/table.tsx';
import { AdminTable } from '../admin-list.tsx';
import { type UsersShown, usersQuery } from '../admin-queries.ts';
import { useKeptSearch } from '../kept-search.ts';
import { KeyHelp } from '../key-help.tsx';
import { useListView } from '../list-view.ts';
import { useRowKeys } from '../row-keys.ts';
import { SearchField } from '../search-field.tsx';
import { TestBadge } from '../test-badge.tsx';
import { UserLink } from '../user-link.tsx';
import { UserPage } from './user-page.tsx';

const keys = [
  ['j k', 'move'],
  ['o', 'open'],
] as const;

const choices = [
  { value: 'all', label: 'All users' },
  { value: 'suspended', label: 'Suspended' },
] as const satisfies readonly { value: UsersShown; label: string }[];

/** The list of users, or the user in the URL. */
export function UsersTab() {
  const { user } = useSearch({ from: '/app/admin' });
  return user === undefined ? <UserList /> : <UserPage key={user} userId={user} />;
}

function UserList() {
  const [search, setSearch] = useKeptSearch();
  const [show, setShow] = useListView<UsersShown>(choices);
  const query = useInfiniteQuery(usersQuery(show, search));
  const navigate = useNavigate();
  const list = useRowKeys((key, id) => {
    if (key !== 'o' || id === null) return false;
    void navigate({ to: '/app/admin', search: { tab: 'users', user: id } });
    return true;
  });
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid w-full gap-3 sm:w-auto sm:grid-cols-[10rem_18rem]">
          <SelectField label="Show" hideLabel options={choices} value={show} onChange={setShow} />
          <SearchField label="Search name or email" words={search} onSearch={setSearch} />
        </div>
        <KeyHelp keys={keys} />
      </div>
      <AdminTable
        query={query}
        empty={
          search === '' ? (
            <EmptyState title="No suspended users">Nobody is suspended right now.</EmptyState>
          ) : (
            <EmptyState title="No users found">No name, username or email starts with “{search}”.</EmptyState>
          )
        }
        list={list}
        caption="Users"
        columns={columns}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

const columns: readonly Column<UserEntry>[] = [
  rowName('Name', ({ id, displayName }) => <UserLink id={id} displayName={displayName} />),
  column('Email', ({ email }) => <span className="wrap-anywhere">{email}</span>),
  column('Type', ({ userType }) => userType ?? 'none yet'),
  timeAgo('Joined', ({ joinedAt }) => joinedAt),
  column(
    'Status',
    ({ isAdmin, isTest, suspendedAt }) => (
      <span className="inline-flex flex-wrap gap-1.5">
        {isTest && <TestBadge />}
        {isAdmin && <Badge>admin</Badge>}
        {suspendedAt === null ? (
          <Badge variant="quiet">active</Badge>
        ) : (
          <Badge variant="destructive">suspended</Badge>
        )}
      </span>
    ),
    { isBlank: ({ isAdmin, isTest, suspendedAt }) => !isAdmin && !isTest && suspendedAt === null },
  ),
];

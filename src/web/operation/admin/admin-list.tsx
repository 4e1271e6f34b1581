import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { SteadyRows } from '#web/ui/display/steady-rows.tsx';
import { Table, type TableProps } from '#web/ui/display/table.tsx';
import { Loaded } from './loaded-figures.tsx';

interface PagedQuery<Item>
  extends Pick<
    UseInfiniteQueryResult<{ pages: { items: Item[] }[] }>,
    | 'data'
    | 'error'
    | 'refetch'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'fetchNextPage'
    | 'isPlaceholderData'
  > {}

interface AdminListProps<Item> {
  query: PagedQuery<Item>;
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/** A paged list of the admin area, with its loading, error and empty states. */
export function AdminList<Item>({ query, empty, children }: AdminListProps<Item>) {
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0) return query.isPlaceholderData ? null : empty;
        return (
          <div className="grid gap-4">
            {children(items)}
            {query.hasNextPage && (
              <LoadMore isLoading={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()} />
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

interface AdminTableProps<Item> extends Omit<TableProps<Item>, 'rows' | 'isWalkable'> {
  query: PagedQuery<Item>;
  empty: ReactNode;
  /** Of `useRowKeys`, if keys move through the rows. */
  list?: Ref<HTMLDivElement>;
}

/** A paged list as a table. */
export function AdminTable<Item>({ query, empty, list, ...table }: AdminTableProps<Item>) {
  return (
    <AdminList query={query} empty={empty}>
      {(rows) => (
        <div ref={list}>
          <SteadyRows rows={rows.map(table.rowKey)}>
            <Table {...table} rows={rows} isWalkable={list !== undefined} />
          </SteadyRows>
        </div>
      )}
    </AdminList>
  );
}

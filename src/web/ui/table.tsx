import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** The cell that names its row. */
  isRowHeader?: boolean;
}

export interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Rows can have the focus and carry their key as `data-row`. */
  isWalkable?: boolean;
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const side = column.align === 'end' ? 'tabular sm:text-end' : 'sm:text-start';
  const shape = `flex justify-between gap-4 py-1 text-end font-normal sm:table-cell sm:px-3 sm:py-2.5 sm:align-middle ${side}`;
  const content = (
    <>
      <span aria-hidden className="shrink-0 text-start text-sm text-muted sm:hidden">
        {column.header}
      </span>
      <span className="min-w-0">{column.cell(row)}</span>
    </>
  );
  if (!column.isRowHeader) return <td className={shape}>{content}</td>;
  return (
    <th scope="row" className={`${shape} font-semibold`}>
      {content}
    </th>
  );
}

/** Dense rows; on a phone each row stands as a block with its headers beside the values. */
export function Table<Row>({ caption, columns, rows, rowKey, isWalkable = false }: TableProps<Row>) {
  return (
    <table className="relative block w-full border-collapse text-start sm:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only block sm:not-sr-only sm:table-header-group">
        <tr className="border-b border-rest">
          {columns.map(({ id, header, align }) => (
            <th
              key={id}
              scope="col"
              className={`px-3 py-2 text-sm font-medium text-muted ${align === 'end' ? 'text-end' : 'text-start'}`}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            {...(isWalkable ? { tabIndex: -1, 'data-row': rowKey(row) } : {})}
            className="block border-b border-line py-2 hover:bg-panel sm:table-row sm:py-0"
          >
            {columns.map((column) => (
              <Cell key={column.id} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
  const side = column.align === 'end' ? 'tabular text-end' : 'text-start max-sm:text-end';
  const shape = `justify-between gap-4 px-3 py-2.5 font-normal max-sm:flex max-sm:px-0 max-sm:py-1 ${side}`;
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
    <table className="relative w-full max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-sm:sr-only">
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
      <tbody className="max-sm:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            {...(isWalkable ? { tabIndex: -1, 'data-row': rowKey(row) } : {})}
            className="border-b border-line py-2 hover:bg-panel max-sm:block"
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

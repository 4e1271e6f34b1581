import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** The cell that names its row. */
  isRowHeader?: boolean;
  /** On narrow screens it comes before the name: controls such as checkboxes. */
  leads?: boolean;
  /** On narrow screens its header is shown before it. */
  isNamed?: boolean | ((row: Row) => boolean);
  /** Rows without a value: a dash in the column, omitted on narrow screens. */
  isBlank?: (row: Row) => boolean;
  /** On a narrow screen it shares a line with what follows, such as buttons, and wraps rather than push that away. */
  sharesLine?: boolean;
  /** On narrow screens it is hidden behind "Details", such as ids to look up elsewhere. */
  isAside?: boolean;
}

export interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Rows are focusable and have their key as `data-row`. */
  isWalkable?: boolean;
}

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  /** On narrow screens it is at the end of the first line. */
  isMain: boolean;
}

function Cell<Row>({ column, row, isMain }: CellProps<Row>) {
  const { align, isRowHeader = false, leads = false, sharesLine = false, isAside = false } = column;
  const isFirstLine = isRowHeader || leads || isMain;
  const { isNamed = align === 'end' && !isFirstLine } = column;
  const line = isFirstLine ? 'max-lg:order-1' : 'max-lg:order-3 max-lg:text-sm';
  // A long word breaks where a row is lines; in columns it would squeeze its neighbors.
  const shape = `px-3 py-2.5 font-normal max-lg:p-0 max-lg:wrap-anywhere ${align === 'end' ? 'tabular text-end' : 'text-start'} ${line} ${isAside || column.isBlank?.(row) ? 'max-lg:hidden' : ''}`;
  if (isRowHeader)
    return (
      <th scope="row" className={`${shape} font-semibold max-lg:min-w-0 max-lg:flex-1`}>
        {column.cell(row)}
      </th>
    );
  return (
    <td
      className={`${shape} max-lg:empty:hidden max-lg:last:has-[button]:ms-auto ${sharesLine ? 'max-lg:min-w-0 max-lg:basis-[calc(100%-10.5rem)]' : ''}`}
    >
      {/* A further number needs its header; a date, address or state does not. */}
      {(typeof isNamed === 'function' ? isNamed(row) : isNamed) && (
        <span aria-hidden className="pe-1.5 text-muted lg:hidden">
          {column.header}
        </span>
      )}
      {column.cell(row)}
    </td>
  );
}

function Asides<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return (
    <td className="text-sm max-lg:order-3 max-lg:basis-full lg:hidden">
      <details>
        <summary className="text-muted">Details</summary>
        <dl className="grid gap-1.5 pb-2">
          {columns.map(({ id, header, cell }) => (
            <div key={id}>
              <dt className="text-muted">{header}</dt>
              <dd>{cell(row)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </td>
  );
}

/**
 * Dense rows. Below 1024 px each row becomes a line with its name and first number, and a smaller line with the rest.
 */
export function Table<Row>({ caption, columns, rows, rowKey, isWalkable = false }: TableProps<Row>) {
  const main = columns.find(({ align, isRowHeader, leads }) => align === 'end' && !isRowHeader && !leads)?.id;
  const asides = columns.filter(({ isAside = false }) => isAside);
  return (
    <table className="relative w-full max-lg:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-lg:sr-only">
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
      <tbody className="max-lg:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            {...(isWalkable ? { tabIndex: -1, 'data-row': rowKey(row) } : {})}
            className="border-b border-line hover:bg-panel max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-3 max-lg:gap-y-1.5 max-lg:py-2.5 max-lg:before:order-2 max-lg:before:basis-full max-lg:before:content-['']"
          >
            {columns.map((column) => (
              <Cell key={column.id} column={column} row={row} isMain={column.id === main} />
            ))}
            {asides.length > 0 && <Asides columns={asides} row={row} />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

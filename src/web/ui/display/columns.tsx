import type { ReactNode } from 'react';
import type { Cents } from '#contract/primitives.ts';
import { Money } from './money.tsx';
import type { Column } from './table.tsx';
import { TimeAgo } from './time-ago.tsx';

type More<Row> = Omit<Partial<Column<Row>>, 'id' | 'header' | 'cell'>;

/** A column that is known by its header. */
export const column = <Row,>(
  header: string,
  cell: (row: Row) => ReactNode,
  more?: More<Row>,
): Column<Row> => ({ id: header, header, cell, ...more });

/** The column that names its rows. */
export const rowName = <Row,>(header: string, cell: (row: Row) => ReactNode): Column<Row> =>
  column(header, cell, { isRowHeader: true });

export const figure = <Row,>(header: string, cell: (row: Row) => ReactNode, more?: More<Row>): Column<Row> =>
  column(header, cell, { align: 'end', ...more });

export const money = <Row,>(header: string, amount: (row: Row) => Cents, more?: More<Row>): Column<Row> =>
  figure(header, (row) => <Money cents={amount(row)} />, more);

export const timeAgo = <Row,>(header: string, moment: (row: Row) => string): Column<Row> =>
  column(header, (row) => <TimeAgo date={moment(row)} />);

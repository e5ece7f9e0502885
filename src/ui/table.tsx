import type { IconPath } from './icon.tsx';
import ChevronLeft from './icons/chevron-left.ts';
import ChevronRight from './icons/chevron-right.ts';
import type { Key, ReactNode } from 'react';
import { ButtonLink } from './button.tsx';

export interface TableColumn<Row> {
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Figures: mono, to the right. */
  numeric?: boolean;
  align?: 'end';
  /** What stands before the value when rows are stacked on a phone; false for a value that needs no word. */
  label?: string | false;
  width?: string;
  /** The one to look at: on paper from head to foot. */
  isMarked?: boolean;
}

interface TableProps<Row> {
  /** Always said, shown unless hideCaption. */
  caption: ReactNode;
  hideCaption?: boolean;
  columns: readonly [TableColumn<Row>, ...TableColumn<Row>[]];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  isSelected?: (row: Row) => boolean;
  /** False keeps a true grid on a phone (for few, short columns); it then scrolls sideways. */
  stack?: boolean;
  /** Name, two figures, a price, an act: several tables below each other share this grid, whatever is in the cells. */
  fixed?: boolean;
}

/**
 * The index table: the first column names the row, and a link in it takes the whole row.
 * Roles are written out because a stacked table is no longer a table to some browsers.
 */
export function Table<Row>({
  caption,
  hideCaption,
  columns,
  rows,
  rowKey,
  isSelected,
  stack = true,
  fixed,
}: TableProps<Row>) {
  const marks = (column: TableColumn<Row>) => ({
    'data-numeric': column.numeric ? '' : undefined,
    'data-align': column.align ?? (column.numeric ? 'end' : undefined),
    'data-marked': column.isMarked ? '' : undefined,
  });
  const labelOf = ({ label, head }: TableColumn<Row>) =>
    label === false ? undefined : (label ?? (typeof head === 'string' ? head : undefined));
  const table = (
    <table
      className="ui-table"
      role="table"
      data-stack={stack ? '' : undefined}
      data-fixed={fixed ? '' : undefined}
    >
      <caption>
        <span className={hideCaption ? 'sr-only' : undefined}>{caption}</span>
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column, index) => (
            <th
              key={index}
              role="columnheader"
              scope="col"
              {...marks(column)}
              style={column.width ? { width: column.width } : undefined}
            >
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" aria-selected={isSelected ? isSelected(row) : undefined}>
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={index} role="rowheader" scope="row" {...marks(column)}>
                  {column.cell(row)}
                </th>
              ) : (
                <td key={index} role="cell" data-label={labelOf(column)} {...marks(column)}>
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return stack ? table : <div className="overflow-x-auto">{table}</div>;
}

interface PaginationProps {
  page: number;
  pageSize: number;
  total: number;
  href: (page: number) => string;
  /** "templates": said with the numbers. */
  of?: string;
}

/** Links, so pages can be opened, shared and gone back to. */
export function Pagination({ page, pageSize, total, href, of = '' }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (pages === 1) return null;
  const first = (page - 1) * pageSize + 1;
  const step = (target: number, label: string, icon: IconPath) => (
    <ButtonLink
      variant="quiet"
      size="tool"
      aria-label={label}
      {...(icon === ChevronLeft ? { icon } : { iconAfter: icon })}
      {...(target < 1 || target > pages ? { 'aria-disabled': true, role: 'link' } : { href: href(target) })}
    >
      {icon === ChevronLeft ? 'Previous' : 'Next'}
    </ButtonLink>
  );
  return (
    <nav className="ui-pages" aria-label="Pages">
      <span className="mr-auto text-muted tabular-nums">
        {first}–{Math.min(total, page * pageSize)} of {total} {of}
      </span>
      {step(page - 1, 'Previous page', ChevronLeft)}
      {step(page + 1, 'Next page', ChevronRight)}
    </nav>
  );
}

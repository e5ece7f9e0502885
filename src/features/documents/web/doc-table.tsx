import type { ReactNode } from 'react';
import type { Block, Run } from '#features/documents/rules/assembly/doc.ts';

interface DocTableProps {
  block: Extract<Block, { b: 'table' }>;
  line: (runs: Run[]) => ReactNode;
}

/**
 * A table of the document. On a phone, key terms stand one below the other, each with its clause beside its name: three
 * columns would leave a word a line.
 */
export function DocTable({ block, line }: DocTableProps) {
  const leadsOn = (row: Run[][]) => row.at(-1)?.some((run) => run.r === 'ref') === true;
  const isKeyTerms = block.head.length === 3 && block.rows.every(leadsOn);
  const on = (classes: string) => (isKeyTerms ? classes : '');
  const places = [
    'max-md:pb-0 max-md:text-muted',
    'max-md:order-last max-md:col-span-2 max-md:pt-0',
    'max-md:pr-0',
  ];
  return (
    // What scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="overflow-x-auto" role="group" aria-label="Table" tabIndex={0}>
      <table className={`w-full text-15 ${on('max-md:block')}`} role="table">
        <thead role="rowgroup" className={on('max-md:sr-only')}>
          <tr role="row" className="border-b border-control text-13 text-muted">
            {block.head.map((cell, index) => (
              <th
                key={index}
                role="columnheader"
                scope="col"
                className={`py-8 pr-12 font-normal ${side(block.align[index])}`}
              >
                {line(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={on('max-md:block')}>
          {block.rows.map((row, at) => (
            <tr
              key={at}
              role="row"
              className={`border-b border-hairline align-baseline ${on('max-md:grid max-md:grid-cols-[1fr_auto]')}`}
            >
              {row.map((cell, index) => (
                <td
                  key={index}
                  role="cell"
                  className={`py-8 pr-12 ${side(block.align[index])} ${on(places[index] ?? '')}`}
                >
                  {line(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const side = (align: 'start' | 'end' | undefined): string => (align === 'end' ? 'text-right' : 'text-left');

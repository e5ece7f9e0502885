import { Fragment, memo, type ReactNode } from 'react';
import { type Block, linesOf, type Run } from '#features/documents/rules/assembly/doc.ts';
import { Blank } from '#ui/paper.tsx';
import { DocTable } from './doc-table.tsx';

interface DocViewProps {
  blocks: Block[];
  /** What stands in a blank by now, by its field. */
  fill?: Record<string, string>;
  /** The answer that has just changed: its places are marked. */
  changed?: string | null;
  /** Lines that read otherwise since: they are marked, too. */
  fresh?: ReadonlySet<Run[]>;
  /** Whether an answer leads back to its question: whoever asks for it hears clicks on `data-field`. */
  leads?: boolean;
  /** How a place is drawn otherwise: in pencil where nobody gave its words, waiting where it fills itself. */
  mark?: (place: string) => 'ui-pencil' | 'waiting' | undefined;
  /** What a clause means in plain words, under its heading. */
  summary?: (runs: ReactNode) => ReactNode;
  /** Around each part of the text, by its place: `4` is the fifth block, `4.0` the first one inside of it. */
  around?: (drawn: ReactNode, place: string, block: Block) => ReactNode;
}

const nothing = {};
const noLines: ReadonlySet<Run[]> = new Set();

/** A document as it is read on a page: for use inside of a Paper. */
export const DocView = ({ blocks, fill = nothing, changed = null, fresh = noLines, ...rest }: DocViewProps) =>
  blocks.map((block, index) => {
    // What is not marked hears nothing of the marks: in fifty pages a letter draws one part again.
    const isOfIt = changed !== null && mentions(block, changed, fresh);
    return (
      <Part
        key={index}
        block={block}
        place={String(index)}
        fill={fill}
        changed={isOfIt ? changed : null}
        fresh={isOfIt ? fresh : noLines}
        {...rest}
      />
    );
  });

function mentions(block: Block, changed: string, fresh: ReadonlySet<Run[]>): boolean {
  for (const line of linesOf([block]))
    if (fresh.has(line) || line.some((run) => run.r === 'value' && isOf(run.field, changed))) return true;
  return false;
}

type PartProps = { block: Block; place: string } & Required<
  Pick<DocViewProps, 'fill' | 'changed' | 'fresh'>
> &
  Pick<DocViewProps, 'leads' | 'mark' | 'summary' | 'around'>;

const Part = memo(function Part({ block: whole, place, fill, changed, fresh, ...rest }: PartProps) {
  const { leads, mark, summary, around } = rest;
  const line = (runs: Run[]): ReactNode => {
    const words = runs.map((run, index) => (
      <Fragment key={index}>{wordsOf(run, { fill, changed, leads, mark })}</Fragment>
    ));
    const isMarked =
      changed !== null &&
      fresh.has(runs) &&
      !runs.some((run) => run.r === 'value' && isOf(run.field, changed));
    return isMarked ? (
      <span className="ui-blank" data-state="changed">
        {words}
      </span>
    ) : (
      words
    );
  };
  const inner = (list: Block[], at: string): ReactNode =>
    list.map((block, index) => <Fragment key={index}>{view(block, `${at}.${index}`)}</Fragment>);
  const view = (block: Block, here: string): ReactNode =>
    around ? around(draw(block, here), here, block) : draw(block, here);
  const draw = (block: Block, here: string): ReactNode => {
    switch (block.b) {
      case 'title':
        return <h2 className="text-28">{line(block.runs)}</h2>;
      case 'part':
        return (
          <h2 id={block.id} className="text-28">
            {line(block.runs)}
          </h2>
        );
      case 'clause':
        return (
          <section>
            <h3 id={block.id}>
              {block.number && `${block.number}. `}
              {line(block.heading)}
            </h3>
            {block.summary.length > 0 && summary?.(line(block.summary))}
            <div className="flex flex-col gap-12">{inner(block.blocks, here)}</div>
          </section>
        );
      case 'sub':
        return (
          <div className="flex gap-12">
            <span className="text-muted">{block.number}</span>
            <div className="flex min-w-0 flex-col gap-8">
              <p id={block.id || undefined}>{line(block.runs)}</p>
              {inner(block.blocks, here)}
            </div>
          </div>
        );
      case 'heading':
        return <h4 className="mt-12 font-bold">{line(block.runs)}</h4>;
      case 'para':
        return <p>{line(block.runs)}</p>;
      case 'list':
        return (
          <ul className="flex list-none flex-col gap-4 pl-0">
            {block.items.map((item, index) => (
              <li key={index} className="flex gap-8">
                <span className="text-muted">{item.mark}</span>
                <div className="min-w-0">
                  {line(item.runs)}
                  {inner(item.blocks, `${here}.${index}`)}
                </div>
              </li>
            ))}
          </ul>
        );
      case 'table':
        return <DocTable block={block} line={line} />;
      case 'signatures':
        return (
          <div className="grid grid-cols-1 gap-32 pt-16 md:grid-cols-2">
            {block.parties.map((party, at) => (
              <div key={at}>
                <p className="font-bold">{line(party.heading)}</p>
                {party.lines.map(({ label, runs }) => (
                  <p key={label} className="mt-24 border-b border-control text-15">
                    <span className="mr-12 text-13 text-muted">{label}</span>
                    {line(runs)}
                  </p>
                ))}
              </div>
            ))}
          </div>
        );
      case 'page':
        return null;
    }
  };
  return view(whole, place);
});

const isOf = (field: string, changed: string): boolean =>
  field === changed || field.startsWith(`${changed}.`);

interface Marks extends Pick<PartProps, 'fill' | 'changed'> {
  leads: boolean | undefined;
  mark: DocViewProps['mark'];
}

function wordsOf(run: Run, { fill, changed, leads, mark }: Marks): ReactNode {
  switch (run.r) {
    case 'text':
    case 'value': {
      const isNew = run.r === 'value' && changed !== null && isOf(run.field, changed);
      const text = isNew ? <Blank name={run.field} value={run.text} changed /> : run.text;
      const words = run.italic ? <em>{text}</em> : text;
      const dressed = run.bold ? <strong>{words}</strong> : words;
      if (run.r === 'text') {
        const lined = run.strike ? <s>{dressed}</s> : run.underline ? <u>{dressed}</u> : dressed;
        if (run.change === 'new') return <ins className="doc-new">{lined}</ins>;
        return run.change === 'gone' ? <del className="doc-gone">{lined}</del> : lined;
      }
      return (
        <span data-field={leads && run.field} className={isNew ? undefined : mark?.(run.field)}>
          {dressed}
        </span>
      );
    }
    case 'blank':
      return (
        <Blank
          name={run.label}
          value={fill[run.field]}
          // It fills itself: no marker asks for it.
          {...(mark?.(run.field) && { 'data-state': 'waiting' })}
          // What is still open can be reached by keyboard, too.
          {...(leads && {
            'data-field': run.field,
            role: 'button',
            tabIndex: 0,
          })}
        />
      );
    case 'term':
      return (
        <>
          “<strong>{run.text}</strong>”
        </>
      );
    case 'ref':
      return run.text;
    case 'break':
      return <br />;
  }
}

import { useMemo, useState } from 'react';
import { Segments } from '#ui/segments.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { Stack } from '#ui/page.tsx';
import { Button } from '#ui/button.tsx';
import type { Funnel, NumbersAnswer, Step } from '../../rules/contract.ts';
import { type Edge, edgesOf, mapLayout, wayWords } from '../../rules/layout.ts';
import { kindNames } from '../../rules/make.ts';
import { percent, shareOf, stepNumbers } from '../../rules/numbers.ts';
import { currentStep, type Work } from './state.ts';

const node = { width: 168, height: 92, gapX: 112, gapY: 40 };
const cornerOf = (column: number, row: number) => ({
  x: 8 + column * (node.width + node.gapX),
  y: 8 + row * (node.height + node.gapY),
});

/** How the steps hang together, as a picture and as a table of the same. */
export function FunnelMap({
  work,
  numbers,
  open,
}: {
  work: Work;
  numbers: NumbersAnswer | null;
  open(stepId: string): void;
}) {
  const [look, setLook] = useState<'map' | 'list'>('map');
  const { funnel } = work.editing;
  const seen = useMemo(() => (numbers ? stepNumbers(funnel, numbers) : null), [funnel, numbers]);
  return (
    <Stack gap={16}>
      <Segments
        label="Shown as"
        value={look}
        onChange={setLook}
        options={[
          { value: 'map', label: 'Map' },
          { value: 'list', label: 'List' },
        ]}
      />
      {look === 'map' ? (
        <Picture work={work} seen={seen} open={open} />
      ) : (
        <List work={work} seen={seen} open={open} />
      )}
    </Stack>
  );
}

type Seen = ReturnType<typeof stepNumbers> | null;

function Picture({ work, seen, open }: { work: Work; seen: Seen; open(stepId: string): void }) {
  const { funnel } = work.editing;
  const current = currentStep(work);
  const { placed, columns, rows } = useMemo(() => mapLayout(funnel), [funnel]);
  const places = new Map(placed.map(({ id, column, row }) => [id, cornerOf(column, row)]));
  const size = cornerOf(columns, rows);
  return (
    <div className="overflow-auto pb-16" role="group" aria-label="Map of the steps">
      <div className="relative" style={{ width: `${size.x}px`, height: `${size.y}px` }}>
        <svg className="absolute" width={size.x} height={size.y} aria-hidden="true">
          <defs>
            <marker
              id="funnel-tip"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="8"
              markerHeight="8"
              orient="auto"
            >
              <path d="M0 0 8 4 0 8z" className="fill-muted" />
            </marker>
          </defs>
          {edgesOf(funnel).map(({ from, to, kind }) => {
            const a = places.get(from);
            const b = places.get(to);
            if (!a || !b) return null;
            const step = funnel.steps.find(({ id }) => id === from);
            return (
              <g key={`${from} ${kind}`}>
                <path
                  d={pathBetween(a, b, kind === 'decline')}
                  className="fill-transparent stroke-muted"
                  strokeWidth={1.5}
                  strokeDasharray={kind === 'decline' ? '5 4' : undefined}
                  markerEnd="url(#funnel-tip)"
                />
                {step && (
                  <text
                    x={a.x + node.width + 6}
                    y={a.y + node.height * (kind === 'decline' ? 0.7 : 0.4) - 6}
                    className="fill-muted text-13"
                  >
                    {[
                      wayWords({ from, to, kind }, step),
                      seen && shareWords(shareOf({ from, to, kind }, step, seen)),
                    ]
                      .filter(Boolean)
                      .join(' ')}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
        {funnel.steps.map((step) => {
          const at = places.get(step.id);
          const numbers = seen?.find(({ stepId }) => stepId === step.id);
          return (
            at && (
              <button
                key={step.id}
                type="button"
                aria-current={step === current || undefined}
                className="absolute flex flex-col items-start justify-between rounded-4 border border-control bg-surface p-12 text-left aria-[current=true]:border-ink aria-[current=true]:outline-2 aria-[current=true]:outline-ink"
                style={{
                  left: `${at.x}px`,
                  top: `${at.y}px`,
                  width: `${node.width}px`,
                  height: `${node.height}px`,
                }}
                onClick={() => work.choose(step.id)}
                onDoubleClick={() => open(step.id)}
              >
                <small className="text-13 text-muted">{kindNames[step.kind]}</small>
                <span className="line-clamp-1 font-medium">{step.name}</span>
                <span className="ui-mono text-13 text-muted">
                  {numbers
                    ? `${numbers.visitors} seen${numbers.fromBefore === null ? '' : ` · ${percent(numbers.fromBefore)}`}`
                    : `${step.blocks.length} blocks`}
                </span>
              </button>
            )
          );
        })}
      </div>
    </div>
  );
}

const shareWords = (share: number | null): string => (share === null ? '' : percent(share));

function pathBetween(a: { x: number; y: number }, b: { x: number; y: number }, isNo: boolean): string {
  const startY = a.y + node.height * (isNo ? 0.7 : 0.4);
  const endY = b.y + node.height * (isNo ? 0.6 : 0.4);
  if (b.x > a.x) {
    const [x1, x2] = [a.x + node.width, b.x - 2];
    const middle = x2 - node.gapX / 8;
    return `M${x1} ${startY}H${middle}V${endY}H${x2}`;
  }
  // Back, or straight down: round the left side.
  const x = Math.min(a.x, b.x) - 2;
  return `M${a.x + node.width / 2} ${a.y + node.height}V${a.y + node.height + node.gapY / 2}H${Math.max(2, x - 4)}V${endY}H${b.x - 2}`;
}

function List({ work, seen, open }: { work: Work; seen: Seen; open(stepId: string): void }) {
  const { funnel } = work.editing;
  return (
    <Table
      caption="The steps and where they lead"
      hideCaption
      rows={funnel.steps}
      rowKey={({ id }) => id}
      columns={listColumns(funnel, seen, open)}
    />
  );
}

function listColumns(
  { steps }: Funnel,
  seen: Seen,
  open: (stepId: string) => void,
): [TableColumn<Step>, ...TableColumn<Step>[]] {
  const wayTo = (step: Step, kind: Edge['kind']) => {
    const to = steps.find(({ id }) => id === step[kind]);
    if (!to) return '–';
    const share = seen && shareOf({ from: step.id, to: to.id, kind }, step, seen);
    return share === null ? to.name : `${to.name}, ${percent(share)}`;
  };
  return [
    {
      head: 'Step',
      cell: (step) => (
        <Button variant="quiet" onClick={() => open(step.id)}>
          {step.name}
        </Button>
      ),
    },
    { head: 'Kind', cell: (step) => kindNames[step.kind] },
    { head: 'Leads to', cell: (step) => wayTo(step, 'next') },
    { head: 'No leads to', cell: (step) => wayTo(step, 'decline') },
    {
      head: 'Seen',
      numeric: true,
      cell: (step) => seen?.find(({ stepId }) => stepId === step.id)?.visitors ?? '–',
    },
  ];
}

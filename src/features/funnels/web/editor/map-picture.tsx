import { countOf } from '#base/count.ts';
import { useMemo, useRef } from 'react';
import type { Step } from '../../rules/contract.ts';
import { type Edge, edgesOf, mapLayout, mayFork, wayWords } from '../../rules/layout.ts';
import { cornerOf, mapSizes, portOf, wayBetween, wordsAt } from '../../rules/map-lines.ts';
import { kindNames } from '../../rules/make.ts';
import { percent, shareOf, type stepNumbers } from '../../rules/numbers.ts';
import { Sheet } from '#ui/stationery.tsx';
import { PagePicture } from '../page-picture.tsx';
import { currentStep, type Work } from './state.ts';
import { useConnecting } from './use-connecting.ts';
import { useFlow } from './use-flow.ts';

/** Each is a page drawn whole: two hundred of them would take their time. */
const mostPictured = 24;

export type Seen = ReturnType<typeof stepNumbers> | null;

/** The steps and the ways between them; a way is drawn from the dot of one step to another step. */
export function MapPicture({ work, seen, open }: { work: Work; seen: Seen; open(stepId: string): void }) {
  const { funnel } = work.editing;
  const current = currentStep(work);
  const frame = useRef<HTMLDivElement>(null);
  const line = useRef<SVGPathElement>(null);
  const { from, beginAt, keyOn, press } = useConnecting(work, line);
  const { placed, columns, rows } = useMemo(() => mapLayout(funnel), [funnel]);
  const isPictured = funnel.steps.length <= mostPictured;
  const flow = useFlow(frame, columns);
  const places = new Map(placed.map((one) => [one.id, cornerOf(flow, one)]));
  const { width, height } = mapSizes[flow];
  const end = cornerOf(flow, { column: columns, row: rows });
  // A way back goes round below.
  const size = { x: end.x + 16, y: end.y + 16 };
  return (
    <div className="flex flex-col gap-8">
      <p className="text-13 text-muted" role="status">
        {from
          ? `Choose the step that “${nameOf(funnel.steps, from.from)}” leads to. Press Escape to cancel.`
          : 'Drag from a step’s dot to another step, or click the dot and then the step.'}
      </p>
      <div ref={frame} className="overflow-auto pb-16" role="group" aria-label="Funnel map">
        <div
          className="relative"
          style={{ width: `${size.x}px`, height: `${size.y}px` }}
          data-connecting={from ? '' : undefined}
        >
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
            {edgesOf(funnel).map((edge) => {
              const a = places.get(edge.from);
              const b = places.get(edge.to);
              const step = funnel.steps.find(({ id }) => id === edge.from);
              if (!a || !b || !step) return null;
              const words = wordsAt(flow, a, edge.kind);
              return (
                <g key={`${edge.from} ${edge.kind}`}>
                  <path
                    d={wayBetween(flow, a, b, edge.kind)}
                    className="fill-transparent stroke-muted"
                    strokeWidth={1.5}
                    strokeLinejoin="round"
                    strokeDasharray={edge.kind === 'decline' ? '5 4' : undefined}
                    markerEnd="url(#funnel-tip)"
                  />
                  {/* Where a line crosses the words, the words win. */}
                  <text
                    x={words.x}
                    y={words.y}
                    className="fill-muted stroke-ground text-13"
                    strokeWidth={4}
                    style={{ paintOrder: 'stroke' }}
                  >
                    {[wayWords(edge, step), seen && shareWords(shareOf(edge, step, seen))]
                      .filter(Boolean)
                      .join(' ')}
                  </text>
                </g>
              );
            })}
            <path ref={line} className="fill-transparent stroke-pen" strokeWidth={2} />
          </svg>
          {funnel.steps.map((step) => {
            const at = places.get(step.id);
            if (!at) return null;
            const numbers = seen?.find(({ stepId }) => stepId === step.id);
            return (
              <div key={step.id}>
                <Sheet
                  className="absolute overflow-hidden p-0 has-aria-current:border-ink has-aria-current:outline-2 has-aria-current:outline-ink"
                  style={{ left: `${at.x}px`, top: `${at.y}px`, width: `${width}px`, height: `${height}px` }}
                >
                  {isPictured && <PagePicture funnel={funnel} step={step} />}
                  <button
                    type="button"
                    data-step={step.id}
                    aria-current={step === current || undefined}
                    className="absolute inset-0 flex flex-col justify-end text-left"
                    onClick={() => press(step.id) || work.choose(step.id)}
                    onDoubleClick={() => open(step.id)}
                  >
                    <span className="flex flex-col border-t border-hairline bg-surface px-12 py-8">
                      <small className="text-13 text-muted">{kindNames[step.kind]}</small>{' '}
                      <span className="line-clamp-1 font-medium">{step.name}</span>{' '}
                      <span className="ui-mono text-13 text-muted">
                        {numbers
                          ? countOf(numbers.visitors, 'visitor')
                          : countOf(step.blocks.length, 'block')}
                      </span>
                    </span>
                  </button>
                </Sheet>
                {portsOf(step).map((kind) => {
                  const { x, y } = portOf(flow, at, kind);
                  const isOn = from?.from === step.id && from.kind === kind;
                  return (
                    <button
                      key={kind}
                      type="button"
                      aria-pressed={isOn}
                      aria-label={`${step.name}: ${portWords(step, kind)}`}
                      title="Drag to connect. Press Delete to remove."
                      className="group absolute grid size-24 -translate-x-1/2 -translate-y-1/2 touch-none place-items-center rounded-full pointer-coarse:size-touch"
                      style={{ left: `${x}px`, top: `${y}px` }}
                      onPointerDown={(event) => beginAt(event, { from: step.id, kind })}
                      onKeyDown={(event) => keyOn(event, { from: step.id, kind })}
                    >
                      <span className="block size-12 rounded-full border border-control bg-surface group-hover:border-pen group-hover:bg-pen group-aria-pressed:border-pen group-aria-pressed:bg-pen" />
                    </button>
                  );
                })}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const portsOf = (step: Step): Edge['kind'][] => (mayFork(step) ? ['next', 'decline'] : ['next']);
const portWords = (step: Step, kind: Edge['kind']): string =>
  kind === 'decline' ? 'where no leads' : mayFork(step) ? 'where yes leads' : 'where it leads';
const shareWords = (share: number | null): string => (share === null ? '' : percent(share));
const nameOf = (steps: readonly Step[], id: string): string =>
  steps.find((step) => step.id === id)?.name ?? '';

import { useMemo, useState } from 'react';
import { Segments } from '#ui/segments.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { Stack } from '#ui/page.tsx';
import { Button } from '#ui/button.tsx';
import type { Funnel, NumbersAnswer, Step } from '../../rules/contract.ts';
import type { Edge } from '../../rules/layout.ts';
import { kindNames } from '../../rules/make.ts';
import { percent, shareOf, stepNumbers } from '../../rules/numbers.ts';
import { MapPicture, type Seen } from './map-picture.tsx';
import type { Work } from './state.ts';

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
        label="View"
        value={look}
        onChange={setLook}
        options={[
          { value: 'map', label: 'Map' },
          { value: 'list', label: 'List' },
        ]}
      />
      {look === 'map' ? (
        <MapPicture work={work} seen={seen} open={open} />
      ) : (
        <List work={work} seen={seen} open={open} />
      )}
    </Stack>
  );
}

function List({ work, seen, open }: { work: Work; seen: Seen; open(stepId: string): void }) {
  const { funnel } = work.editing;
  return (
    <Table
      caption="Steps and where they lead"
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
      head: 'Visitors',
      numeric: true,
      cell: (step) => seen?.find(({ stepId }) => stepId === step.id)?.visitors ?? '–',
    },
  ];
}

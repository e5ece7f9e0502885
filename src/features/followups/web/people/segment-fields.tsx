import { Field, Select } from '#ui/field.tsx';
import { Row } from '#ui/page.tsx';
import type { OverviewAnswer, Segment } from '../../rules/contract.ts';

interface SegmentFieldsProps {
  segment: Segment;
  overview: Pick<OverviewAnswer, 'tags' | 'sequences'> | null;
  set(change: Partial<Segment>): void;
}

/** Conditions that all have to be met. */
export function SegmentFields({ segment, overview, set }: SegmentFieldsProps) {
  return (
    <Row gap={12} className="items-end">
      <Field label="Tag" compact>
        <Select value={segment.tag} onChange={({ currentTarget }) => set({ tag: currentTarget.value })}>
          <option value="">Any tag</option>
          {withOwn(overview?.tags ?? [], segment.tag).map((tag) => (
            <option key={tag} value={tag}>
              {tag}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="May be emailed" compact>
        <Select
          value={segment.consent}
          onChange={({ currentTarget }) => set({ consent: currentTarget.value as Segment['consent'] })}
        >
          <option value="any">Any</option>
          <option value="yes">Yes</option>
          <option value="no">No</option>
        </Select>
      </Field>
      <Field label="Bought" compact>
        <Select
          value={segment.bought}
          onChange={({ currentTarget }) => set({ bought: currentTarget.value as Segment['bought'] })}
        >
          <option value="any">Any</option>
          <option value="yes">Yes</option>
          <option value="no">No</option>
        </Select>
      </Field>
      <Field label="In sequence" compact>
        <Select
          value={segment.sequenceId}
          onChange={({ currentTarget }) => set({ sequenceId: currentTarget.value })}
        >
          <option value="">Any or none</option>
          {segment.sequenceId !== '' && !overview?.sequences.some(({ id }) => id === segment.sequenceId) && (
            <option value={segment.sequenceId}>{overview ? 'A deleted sequence' : 'A sequence'}</option>
          )}
          {overview?.sequences.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </Row>
  );
}

/** With the one that is asked for, even while nothing else is known. */
const withOwn = (tags: readonly string[], own: string): readonly string[] =>
  own === '' || tags.includes(own) ? tags : [own, ...tags];

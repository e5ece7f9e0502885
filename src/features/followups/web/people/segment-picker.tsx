import { Field, Select } from '#ui/field.tsx';
import type { SavedSegment, Segment } from '../../rules/contract.ts';
import { isSameSegment } from './segment.ts';

interface SegmentPickerProps {
  segments: readonly SavedSegment[];
  segment: Segment;
  pick(segment: Segment): void;
}

/** What was saved under a name fills in the conditions. */
export function SegmentPicker({ segments, segment, pick }: SegmentPickerProps) {
  const chosen = segments.find((each) => isSameSegment(each.segment, segment));
  return (
    <Field label="Saved segment" compact>
      <Select
        value={chosen?.id ?? ''}
        onChange={({ currentTarget }) => {
          const found = segments.find(({ id }) => id === currentTarget.value);
          if (found) pick(found.segment);
        }}
      >
        <option value="">{chosen ? 'Other conditions' : 'Conditions below'}</option>
        {segments.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

import { Button } from '#ui/button.tsx';
import { Field, Select } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { type Condition, mostConditions } from '../rules/question.ts';
import { AskedFields } from './asked-fields.tsx';

interface ConditionListProps {
  label: string;
  /** Where there are none. */
  none?: string;
  conditions: readonly Condition[];
  /** By place and field: "0.tag". */
  faults?: Readonly<Record<string, string>>;
  tags: readonly string[];
  set(conditions: Condition[]): void;
}

const kinds = {
  tag: 'have a tag',
  'not tag': 'don’t have a tag',
  field: 'have a field that',
  'not field': 'don’t have a field that',
  bought: 'ever bought',
  'not bought': 'never bought',
  source: 'came from',
  'not source': 'didn’t come from',
};
type Kind = keyof typeof kinds;

const kindOf = ({ is, not }: Condition): Kind => (not ? `not ${is}` : is);

function ofKind(kind: Kind, before: Condition): Condition {
  const not = kind.startsWith('not ');
  const is = kind.replace('not ', '') as Condition['is'];
  // Only turned around: what was typed stays.
  if (before.is === is) return { ...before, not };
  switch (is) {
    case 'bought':
      return { is, since: 'ever', not };
    case 'tag':
      return { is, tag: '', not };
    case 'field':
      return { is, name: '', value: '', not };
    case 'source':
      return { is, contains: '', not };
  }
}

const prefixed = (faults: Readonly<Record<string, string>>, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(faults)
      .filter(([field]) => field.startsWith(prefix))
      .map(([field, words]) => [field.slice(prefix.length), words]),
  );

/** Conditions that all have to be met, one to a row. */
export function ConditionList({ label, none, conditions, faults = {}, tags, set }: ConditionListProps) {
  const change = (at: number, condition: Condition) =>
    set(conditions.map((each, n) => (n === at ? condition : each)));
  return (
    <fieldset>
      <legend className="ui-label ui-legend">{label}</legend>
      <Stack gap={12}>
        {conditions.length === 0 && none && <p className="text-15 text-muted">{none}</p>}
        {conditions.map((condition, at) => (
          <Row key={at} gap={16} className="items-start">
            <Field label={at === 0 ? 'Only if they' : 'And if they'} compact>
              <Select
                value={kindOf(condition)}
                onChange={({ currentTarget }) => change(at, ofKind(currentTarget.value as Kind, condition))}
              >
                {Object.entries(kinds).map(([value, words]) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </Select>
            </Field>
            <AskedFields
              question={condition}
              faults={prefixed(faults, `${at}.`)}
              tags={tags}
              set={(next) => change(at, next)}
            />
            <Button
              variant="quiet"
              className="md:mt-24"
              aria-label={`Remove condition ${at + 1}`}
              onClick={() => set(conditions.filter((_, n) => n !== at))}
            >
              Remove
            </Button>
          </Row>
        ))}
        {conditions.length < mostConditions && (
          <div>
            <Button size="tool" onClick={() => set([...conditions, { is: 'tag', tag: '', not: false }])}>
              Add a condition
            </Button>
          </div>
        )}
      </Stack>
    </fieldset>
  );
}

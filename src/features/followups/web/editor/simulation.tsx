import { useMemo, useState } from 'react';
import { Checkbox } from '#ui/choice.tsx';
import { EmptyState, Notice } from '#ui/feedback.tsx';
import { Field, Select, TextInput } from '#ui/field.tsx';
import { Column, Columns, Stack } from '#ui/page.tsx';
import type { OverviewAnswer, SequenceBody } from '../../rules/contract.ts';
import { type Line, simulate } from '../../rules/simulate.ts';
import type { Question } from '../../rules/question.ts';
import { allSteps } from '../../rules/steps.ts';
import { isZone, useDates } from '../say.ts';
import { WholeField } from '../whole-field.tsx';
import { ZoneField } from '../zone-field.tsx';

interface SimulationProps {
  body: SequenceBody;
  sender: OverviewAnswer['sender'];
}

/** "2026-11-27T18:30", as a field for a date and time has it, where the member is. */
const localOf = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

/** What it asks about people. */
const questionsOf = ({ steps, only = [] }: SequenceBody) => [
  ...only,
  ...allSteps(steps).flatMap((step) => (step.kind === 'branch' ? step.when : [])),
];
const fieldsAsked = (body: SequenceBody): string[] => [
  ...new Set(questionsOf(body).flatMap((asked) => (asked.is === 'field' ? asked.name : []))),
];

/** Somebody made up on their way through it, by the very rules that send. Nothing is sent. */
export function Simulation({ body, sender }: SimulationProps) {
  const [start, setStart] = useState(() => localOf(new Date()));
  const [buys, setBuys] = useState<'never' | 'after'>('never');
  const [buyDays, setBuyDays] = useState(2);
  const [clicks, setClicks] = useState(false);
  const [zone, setZone] = useState(sender.timeZone);
  const [tags, setTags] = useState('');
  const [source, setSource] = useState('');
  const [hasBought, setHasBought] = useState(false);
  const [fields, setFields] = useState<Record<string, string>>({});
  const asked = useMemo(() => fieldsAsked(body).filter(Boolean), [body]);
  const isAsked = (is: Question['is']) => questionsOf(body).some((one) => one.is === is);
  const timeZone = isZone(zone.trim()) ? zone.trim() : sender.timeZone;
  const { moment } = useDates(timeZone);
  const lines = useMemo((): Line[] | null => {
    const startedAt = new Date(start);
    if (Number.isNaN(startedAt.getTime())) return null;
    try {
      return simulate(
        body,
        {
          startedAt,
          timeZone,
          tags: listOf(tags),
          fields,
          source,
          hasBought,
          buysAfter: buys === 'never' || buyDays < 0 ? null : buyDays * 24,
          clicks,
        },
        sender,
      );
    } catch {
      // A step that isn’t filled in yet has no time.
      return null;
    }
  }, [body, sender, start, timeZone, tags, fields, source, hasBought, buys, buyDays, clicks]);
  return (
    <Columns>
      <Column span={4}>
        <Stack>
          <Field label="It starts for them" compact>
            <TextInput
              type="datetime-local"
              value={start}
              onChange={({ currentTarget }) => setStart(currentTarget.value)}
            />
          </Field>
          <Field label="They buy" compact>
            <Select
              value={buys}
              onChange={({ currentTarget }) => setBuys(currentTarget.value as typeof buys)}
            >
              <option value="never">never</option>
              <option value="after">after some days</option>
            </Select>
          </Field>
          {buys === 'after' && <WholeField label="After how many days" value={buyDays} set={setBuyDays} />}
          <Checkbox
            label="They click in the emails"
            checked={clicks}
            onChange={({ currentTarget }) => setClicks(currentTarget.checked)}
          />
          <ZoneField label="Their time zone" value={zone} set={setZone} />
          <Field label="Tags they have" optional compact hint="With commas between them.">
            <TextInput value={tags} onChange={({ currentTarget }) => setTags(currentTarget.value)} />
          </Field>
          {isAsked('source') && (
            <Field label="Where they came from" optional compact>
              <TextInput value={source} onChange={({ currentTarget }) => setSource(currentTarget.value)} />
            </Field>
          )}
          {isAsked('bought') && (
            <Checkbox
              label="They bought before"
              checked={hasBought}
              onChange={({ currentTarget }) => setHasBought(currentTarget.checked)}
            />
          )}
          {asked.map((name) => (
            <Field key={name} label={`Their field “${name}”`} optional compact>
              <TextInput
                maxLength={200}
                value={fields[name] ?? ''}
                onChange={({ currentTarget }) =>
                  setFields((all) => ({ ...all, [name]: currentTarget.value }))
                }
              />
            </Field>
          ))}
        </Stack>
      </Column>
      <Column span={8}>
        {body.steps.length === 0 ? (
          <EmptyState title="Nothing happens yet">
            Add a step, and you see here when it would happen.
          </EmptyState>
        ) : lines === null ? (
          <Notice kind="warn">Fill in the dates and times of all steps to see what would happen.</Notice>
        ) : (
          <Stack gap={12}>
            <p className="text-15 text-muted">
              What this person would get, in {timeZone} time
              {lines.some(({ kind }) => kind === 'text') && ', if they agreed to text messages'}. Nothing is
              sent.
            </p>
            <ol aria-label="What would happen" aria-live="polite" className="border-b border-hairline">
              {lines.map((line, index) => (
                <li
                  key={index}
                  className="flex flex-wrap items-baseline gap-x-24 gap-y-4 border-t border-hairline py-8"
                >
                  <time dateTime={line.at.toISOString()} className="ui-mono w-glance text-13 text-muted">
                    {moment(line.at.toISOString())}
                  </time>
                  <span
                    className={line.kind === 'mail' || line.kind === 'text' ? 'font-medium' : 'text-muted'}
                  >
                    {line.words}
                  </span>
                </li>
              ))}
            </ol>
          </Stack>
        )}
      </Column>
    </Columns>
  );
}

import { type Planned, plannedOf, plannedText, plannedWords, wallClock } from '#base/planned.ts';
import type { Asked, DeskField } from '#platform/server/desk.ts';
import { type SaleTime, saleState } from '../../rules/sale-time.ts';
import { fieldProblem } from './proof.ts';

export type PlannedSale = SaleTime<Planned>;

const shownAs = (moment: Planned | null, zone: string): [string, string] =>
  moment ? wallClock(moment.at, zone) : ['', ''];

/** When it goes on sale and when that ends, on the clocks of one place. */
export function saleFields({ from, until }: PlannedSale): DeskField[] {
  const zone = from?.zone ?? until?.zone ?? '';
  const [fromDay, fromTime] = shownAs(from, zone);
  const [untilDay, untilTime] = shownAs(until, zone);
  return [
    { name: 'was', label: '', kind: 'hidden', value: saleText({ from, until }) },
    { name: 'fromDay', label: 'On sale from', kind: 'date', value: fromDay, hint: 'Empty: at once.' },
    { name: 'fromTime', label: 'From what time', kind: 'time', value: fromTime, hint: 'Empty: 00:00.' },
    { name: 'untilDay', label: 'Until', kind: 'date', value: untilDay, hint: 'Empty: without end.' },
    {
      name: 'untilTime',
      label: 'Until what time',
      kind: 'time',
      value: untilTime,
      hint: 'Empty: 00:00, as the day begins.',
    },
    { name: 'zone', label: 'On the clocks of', kind: 'zone', value: zone },
  ];
}

export const saleText = ({ from, until }: PlannedSale): string =>
  [from, until].map((moment) => (moment ? plannedText(moment) : '')).join(' / ');

/** What was typed, or a Problem that says at its field what is wrong. */
export function saleIn(form: Asked, now: Date): PlannedSale {
  const faults: Record<string, string> = {};
  const [fromDay, fromTime, untilDay, untilTime, zone] = [
    'fromDay',
    'fromTime',
    'untilDay',
    'untilTime',
    'zone',
  ].map((name) => form[name]?.trim() ?? '') as [string, string, string, string, string];
  const moment = (name: 'from' | 'until', day: string, time: string): Planned | null => {
    if (day === '' && time !== '') faults[`${name}Day`] = 'A day is missing for this time.';
    if (day === '') return null;
    const planned = plannedOf({ day, time: time || '00:00', zone });
    if (!('wrong' in planned)) return planned;
    const fields = { day: `${name}Day`, time: `${name}Time`, zone: 'zone' };
    faults[fields[planned.wrong]] = planned.words;
    return null;
  };
  const [from, until] = [moment('from', fromDay, fromTime), moment('until', untilDay, untilTime)];
  if (until && from && until.at <= from.at) faults['untilDay'] = 'This is not later than the start.';
  else if (until && saleState({ from: null, until: until.at }, now) === 'over')
    faults['untilDay'] = `${plannedWords(until)} has passed. Choose a later time, or take it off sale.`;
  if (Object.keys(faults).length > 0) throw fieldProblem(faults);
  return { from, until };
}

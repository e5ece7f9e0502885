import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CalendarDay, calendarOf } from './calendar.ts';
import { daysBefore, leadDays } from './due.ts';

const at = new Date('2026-11-24T12:34:56.789Z');
const day: CalendarDay = {
  uid: 'ends.lastDay@agr_0123456789abcdefghij@hub.example.com',
  revision: 2,
  day: '2028-02-29',
  kind: 'notice',
  words: 'Last day to give notice',
  title: 'Mutual NDA',
  url: 'https://hub.example.com/dashboard/agreements/agr_0123456789abcdefghij',
};

interface Component {
  name: string;
  properties: { name: string; parameters: string; value: string }[];
  parts: Component[];
}

/** By the grammar of RFC 5545, chapters 3.1 and 3.4 to 3.6: anything that it does not allow is an error. */
function strictly(ics: string): Component {
  const bytes = Buffer.from(ics, 'utf8');
  expect(bytes.toString('utf8')).toBe(ics);
  expect(ics.endsWith('\r\n')).toBe(true);
  expect(ics.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const lines = ics.split('\r\n').slice(0, -1);
  // A fold that falls inside of a character is a line that is no UTF-8 by itself.
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(ics).toBe(ics.toWellFormed());
  const open: Component[] = [];
  let whole: Component | undefined;
  for (const line of ics.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)) {
    expect(whole, 'nothing comes after the end').toBeUndefined();
    const [, name = '', parameters = '', value = ''] =
      // oxlint-disable-next-line no-control-regex
      /^([A-Z][A-Z-]*)((?:;[A-Z-]+=[A-Za-z-]+)*):([^\u0000-\u0008\u000a-\u001f\u007f]*)$/.exec(line) ?? [];
    expect(name, line).not.toBe('');
    if (name === 'BEGIN') open.push({ name: value, properties: [], parts: [] });
    else if (name === 'END') {
      const closed = open.pop();
      expect(closed?.name).toBe(value);
      if (open.length === 0) whole = closed;
      else if (closed) open.at(-1)?.parts.push(closed);
    } else open.at(-1)?.properties.push({ name, parameters, value });
  }
  if (!whole) throw new Error('It does not end');
  const text = /^(?:[^\\;,]|\\[\\;,n])*$/u;
  const only = (component: Component, known: Record<string, RegExp>) => {
    expect(component.properties.map(({ name, parameters }) => name + parameters).toSorted()).toEqual(
      Object.keys(known).toSorted(),
    );
    for (const { name, parameters, value } of component.properties)
      expect(value, name).toMatch(known[name + parameters] ?? /^$/);
  };
  expect(whole.name).toBe('VCALENDAR');
  only(whole, { VERSION: /^2\.0$/, PRODID: text, CALSCALE: /^GREGORIAN$/, 'X-WR-CALNAME': text });
  for (const event of whole.parts) {
    expect(event.name).toBe('VEVENT');
    only(event, {
      UID: text,
      DTSTAMP: /^\d{8}T\d{6}Z$/,
      SEQUENCE: /^\d+$/,
      'DTSTART;VALUE=DATE': /^\d{8}$/,
      'DTEND;VALUE=DATE': /^\d{8}$/,
      SUMMARY: text,
      URL: /^https?:\/\/[\x21-\x7e]+$/,
      TRANSP: /^TRANSPARENT$/,
    });
    expect(event.parts.map(({ name }) => name)).toEqual(['VALARM']);
    for (const alarm of event.parts)
      only(alarm, { ACTION: /^DISPLAY$/, DESCRIPTION: text, TRIGGER: /^-P\d+D$/ });
  }
  return whole;
}

const read = (value = ''): string =>
  value.replace(/\\([\\;,n])/g, (_all, mark: string) => (mark === 'n' ? '\n' : mark));
const valueOf = (component: Component | undefined, name: string) =>
  component?.properties.find((one) => one.name === name)?.value;

test('a day is a whole day that nobody is busy on, with a reminder as long before as its mail', () => {
  const [event] = strictly(calendarOf('Devpreneur', [day], at)).parts;
  expect(Object.fromEntries((event?.properties ?? []).map(({ name, value }) => [name, value]))).toEqual({
    UID: day.uid,
    DTSTAMP: '20261124T123456Z',
    SEQUENCE: '2',
    DTSTART: '20280229',
    DTEND: '20280301',
    SUMMARY: 'Last day to give notice: Mutual NDA',
    URL: day.url,
    TRANSP: 'TRANSPARENT',
  });
  expect(valueOf(event?.parts[0], 'TRIGGER')).toBe('-P14D');
});

test('titles with line breaks, marks of the format and emoji at the fold stay within the line and come back whole', () => {
  const hostile = [
    'One\nBEGIN:VEVENT\nUID:evil',
    'A;B,C\\D\\nE:"F"',
    'x\r\n y\u2028z\u0085w',
    `${'a'.repeat(39)}👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦${'é'.repeat(60)}`,
    '\u0000\u0007 tab\there',
    '\ud800 half',
    'Договор №5, 株式会社との契約、'.repeat(9),
  ];
  for (const title of hostile) {
    const [event] = strictly(calendarOf(title, [{ ...day, title }], at)).parts;
    const plain = title
      .toWellFormed()
      .replace(/\r\n?|\u2028|\u0085/g, '\n')
      // oxlint-disable-next-line no-control-regex
      .replace(/[\u0000\u0007]/g, '');
    expect(read(valueOf(event, 'SUMMARY'))).toBe(`${day.words}: ${plain}`);
  }
});

test('whatever a title and its words hold, the file keeps the grammar and says the same when it is read', () => {
  const days = fc.array(
    fc.record({
      words: fc.string({ unit: 'binary', maxLength: 160 }),
      title: fc.string({ unit: 'grapheme', maxLength: 200 }),
      kind: fc.constantFrom('notice' as const, 'payment' as const, 'other' as const),
      day: fc.integer({ min: 0, max: 90_000 }).map((count) => daysBefore('1950-01-01', -count)),
    }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), days, (name, some) => {
      const all = some.map((one, index) => ({ ...day, ...one, uid: `${index}@hub.example.com` }));
      const { parts } = strictly(calendarOf(name, all, at));
      expect(parts).toHaveLength(all.length);
      parts.forEach((event, index) => {
        const one = all[index] ?? day;
        expect(valueOf(event, 'DTSTART')).toBe(one.day.replaceAll('-', ''));
        expect(valueOf(event.parts[0], 'TRIGGER')).toBe(`-P${leadDays(one.kind)}D`);
        // oxlint-disable-next-line no-control-regex
        const bare = (text: string) =>
          text.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '');
        expect(bare(read(valueOf(event, 'SUMMARY')))).toBe(bare(`${one.words}: ${one.title}`));
      });
    }),
  );
});

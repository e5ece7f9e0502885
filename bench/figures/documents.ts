import { readFile } from 'node:fs/promises';
import { assemble } from '#features/documents/rules/assemble.ts';
import { sampleAnswers } from '#features/documents/rules/draw.ts';
import { sheetOf } from '#features/documents/rules/sheet.ts';
import { readLibrary } from '#features/documents/server/library.ts';
import { createPress } from '#features/documents/server/pdf/press.ts';
import { makePdf } from '#features/documents/web/pdf/make.ts';
import { atMost, type Figure, median } from '../kit.ts';

/** How fast a contract of several pages is put together, set as a PDF and written for Word, once all is warm. */
export async function figures(): Promise<Figure[]> {
  const template = readLibrary('content/documents', 'nowhere').get('data-processing-agreement');
  if (!template) throw new Error('The document to measure is not there');
  const make = () => assemble(template, sampleAnswers(template), { date: template.reviewed });
  const press = createPress();
  const doc = make();
  let round = 0;
  const changed = () =>
    assemble(
      template,
      { ...sampleAnswers(template), main: `Agreement ${round++}` },
      { date: template.reviewed },
    );
  // The same clauses over and over, until it is a contract of fifty pages.
  const long = { ...template, body: Array.from({ length: 7 }, () => template.body).flat() };
  const makeLong = () => assemble(long, sampleAnswers(long), { date: long.reviewed });
  const letters = new Map<string, Promise<ArrayBuffer>>();
  const fetchFont = (writing: string, weight: string) => {
    const file = `node_modules/@fontsource/source-serif-4/files/source-serif-4-${writing}-${weight}.woff`;
    const read = letters.get(file) ?? readFile(file).then((bytes) => new Uint8Array(bytes).buffer);
    letters.set(file, read);
    return read;
  };
  // Of all threads, so that the worker's counts and a busy machine does not.
  const timed = async (act: () => unknown): Promise<number> => {
    const times: number[] = [];
    for (let turn = 0; turn < 25; turn++) {
      const began = process.cpuUsage();
      await act();
      const { user, system } = process.cpuUsage(began);
      if (turn >= 5) times.push((user + system) / 1000);
    }
    return median(times);
  };
  try {
    return [
      atMost(`assemble ${template.pages} pages`, await timed(make), 5, 'ms CPU', 2),
      // What an answer costs before it is drawn: the rest of a frame of 16.7 ms is the browser's.
      atMost('assemble 50 pages', await timed(makeLong), 8, 'ms CPU', 2),
      atMost(
        'PDF made in the browser, warm',
        await timed(() => makePdf(sheetOf(changed()), null, fetchFont)),
        60,
        'ms CPU',
        1,
      ),
      // One answer changes each time, so that nothing is answered from memory alone.
      atMost('PDF, warm', await timed(() => press.print(changed())), 30, 'ms CPU', 1),
      atMost('DOCX, warm', await timed(() => press.word(doc)), 45, 'ms CPU', 1),
    ];
  } finally {
    await press.close();
  }
}

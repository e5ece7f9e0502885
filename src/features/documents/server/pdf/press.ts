import { isLong } from '#features/documents/rules/bounds.ts';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import type { SheetOptions } from '#features/documents/rules/formats/sheet.ts';
import { createFairWorker, type FairWorker } from '#platform/server/workers/fair-worker.ts';
import type { Finishing, Made, Task, Told, Work } from './work.ts';

export interface Printed {
  pdf: Uint8Array<ArrayBuffer>;
  pages: number;
  /** False when the standard for accessible files could not be kept. */
  accessible: boolean;
}

/** Sets documents in type in threads of its own, in turn for each caller. */
export interface Press {
  print(doc: Doc, options?: SheetOptions): Promise<Printed>;
  /** For papers that have to come, such as an invoice: no letter of a name refuses them. */
  printAnyhow(doc: Doc, options?: SheetOptions): Promise<Printed>;
  /** A signed document with its certificate and the files that belong to it; no letter of a name refuses it. */
  finish(doc: Doc, options: SheetOptions, finishing: Finishing): Promise<Printed>;
  /** The same sheet for Word. */
  word(doc: Doc, options?: SheetOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** A file of what somebody sent, who is read, put together and set in the thread as well. */
  file(caller: string, as: Task['as'], work: Work): Promise<Uint8Array<ArrayBuffer>>;
  /** The PDF of what somebody sent, and the document that it was read as. */
  read(caller: string, work: Work): Promise<Printed & { doc: Doc; told?: Told }>;
  close(): Promise<void>;
}

const words = {
  full: 'We’re creating many files right now. Try again in a moment.',
  overrun: 'The file took too long. Try again in a moment, or split the text and export each part.',
  tooMuch: 'This text is too long for one file. Split it and export each part.',
  failed: 'We couldn’t create this file. Your text is safe. Print it from the page instead.',
};
const file = new URL('./worker.ts', import.meta.url);
const ourselves = 'the hub';

/** `report` hears what a thread could not do; who asked gets a definite answer in any case. */
export function createPress(report: (words: string) => void = () => {}): Press {
  const usual: FairWorker<Task, Made> = createFairWorker({
    file,
    // Beside the one that is at work.
    mostWaiting: 39,
    mostMilliseconds: 20_000,
    memory: 512,
    words,
    report,
  });
  // A contract never waits for somebody's book: long ones have a thread that is there while it has work.
  const long: FairWorker<Task, Made> = createFairWorker({
    file,
    mostWaiting: 12,
    mostMilliseconds: 20_000,
    memory: 768,
    restMilliseconds: 15_000,
    words,
    report,
  });
  const make = (caller: string, task: Task): Promise<Made> =>
    (isLongWork(task.work) ? long : usual).run(caller, task);
  const setFrom = (as: Task['as'], doc: Doc, options?: SheetOptions, mustCome = false): Promise<Made> =>
    make(ourselves, { as, work: { from: 'doc', doc, mustCome, ...(options && { options }) } });
  const print = async (doc: Doc, options?: SheetOptions, mustCome?: boolean): Promise<Printed> => {
    const { bytes, pages, accessible } = await setFrom('pdf', doc, options, mustCome);
    return { pdf: bytes, pages, accessible };
  };

  return {
    print: (doc, options) => print(doc, options),
    printAnyhow: (doc, options) => print(doc, options, true),
    async finish(doc, options, finishing) {
      const work: Work = { from: 'doc', doc, options, mustCome: true, finishing };
      const { bytes, pages, accessible } = await make(ourselves, { as: 'pdf', work });
      return { pdf: bytes, pages, accessible };
    },
    word: async (doc, options) => (await setFrom('docx', doc, options)).bytes,
    file: async (caller, as, work) => (await make(caller, { as, work })).bytes,
    async read(caller, work) {
      const { bytes, pages, accessible, doc, told } = await make(caller, { as: 'pdf', work, withDoc: true });
      if (!doc) throw new Error('The thread gave no document');
      return { pdf: bytes, pages, accessible, doc, ...(told && { told }) };
    },
    async close() {
      await Promise.all([usual.close(), long.close()]);
    },
  };
}

function isLongWork(work: Work): boolean {
  if (work.from === 'doc') return isLong(JSON.stringify(work.doc.blocks));
  if (work.from === 'compared') return isLong(work.request.before + work.request.after);
  return isLong(work.from === 'html' ? work.html : JSON.stringify([work.answers, work.sections]));
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { Problem } from '#base/problem.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { withSummaries } from '#features/documents/rules/assembly/summaries.ts';
import { compareDocs } from '#features/documents/rules/compare/compare.ts';
import { changesOf } from '#features/documents/rules/compare/list-changes.ts';
import { tellChanges } from '#features/documents/rules/compare/tell.ts';
import { assertReadable, assertSettable } from '#features/documents/rules/bounds.ts';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import { parseHtml } from '#features/documents/rules/formats/parse-html.ts';
import { readHtml } from '#features/documents/rules/formats/read-html.ts';
import { withSections } from '#features/documents/rules/template/sections.ts';
import type { Sheet } from '#features/documents/rules/formats/sheet.ts';
import { box, withStandIns } from '#features/documents/rules/formats/stand-ins.ts';
import { answerTasks } from '#platform/server/workers/thread.ts';
import type { Tracked } from '../docx/tracked.ts';
import { comparedDoc } from './compared.ts';
import { openFonts } from './fonts.ts';
import { type PdfJob, pdfJob } from './input.ts';
import type { Certificate, Made, MadeOf, Task, Told, Work } from './work.ts';

// The thread in which Typst lives: it is started with the first PDF and keeps fonts and layouts warm.

const folder = fileURLToPath(new URL('.', import.meta.url));
const typesetter = openFonts(folder);
const source = readFileSync(`${folder}document.typ`, 'utf8');
const certificate = readFileSync(`${folder}certificate.typ`, 'utf8');

answerTasks(async ({ as, work, withDoc }: Task): Promise<Made> => {
  const doc = work.from === 'compared' ? comparedDoc(work.request, as) : docOf(work);
  assertSettable(doc);
  const job =
    work.from === 'doc'
      ? pdfJob(doc, work.options, work.mustCome, work.finishing)
      : pdfJob(doc, work.options);
  const { author, at } = work.from === 'compared' ? work.request : { author: '', at: '' };
  const file = as === 'pdf' ? pdf(job) : await docx(job, author === '' ? null : { author, date: at });
  const told = work.from === 'doc' && work.instead ? toldOf(work.instead, doc) : undefined;
  return { ...file, ...(withDoc && { doc }), ...(told && { told }) };
});

function toldOf({ of, answers }: NonNullable<Extract<Work, { from: 'doc' }>['instead']>, doc: Doc): Told {
  const compared = compareDocs(of, doc);
  return { words: tellChanges(compared, answers), changes: changesOf(compared) };
}

function docOf(work: Exclude<Work, { from: 'compared' }>): Doc {
  switch (work.from) {
    case 'doc':
      return work.doc;
    case 'html': {
      const nodes = parseHtml(work.html);
      assertReadable(nodes);
      return summedUp(readHtml(nodes, work), work.madeOf);
    }
    case 'answers':
      return assemble(withSections(work.template, work.sections), work.answers, work.how);
  }
}

/** What can't be put together anew has no summaries; the text is what counts. */
function summedUp(doc: Doc, made: MadeOf | undefined): Doc {
  if (!made) return doc;
  try {
    return withSummaries(doc, assemble(made.template, made.answers, made.how));
  } catch {
    return doc;
  }
}

async function docx({ input, logo }: PdfJob, tracked: Tracked | null): Promise<Made> {
  const { writeDocx } = await import('../docx/write.ts');
  const bytes = new Uint8Array(await writeDocx(JSON.parse(input) as Sheet, logo, tracked));
  return { bytes, pages: 0, accessible: true };
}

let made = 0;

function pdf(job: PdfJob): Made {
  const { compiler, missing, undrawn } = typesetter(job.input);
  if (missing !== '' && !job.mustCome)
    throw new Problem(
      'bad_request',
      `We have no font for ${[...missing].slice(0, 6).join(' ')}, so the PDF would show boxes. Print from the page or download for Word instead: both use your device’s fonts.`,
    );
  try {
    if (job.logo) compiler.mapShadow(`${folder}logo`, Buffer.from(job.logo));
    for (const { name, bytes } of job.attached) compiler.mapShadow(folder + name, Buffer.from(bytes));
    const input = missing === '' ? job.input : withAllDrawn(job.input, undrawn);
    const mainFileContent = job.attached.length > 0 ? source + certificate : source;
    const compiled = compiler.compile({ mainFileContent, inputs: { input } });
    const { result } = compiled;
    // A picture can be damaged behind a sound header: then the sheet goes without it.
    if (!result && job.logo) return pdf({ ...job, input: withoutLogo(job.input), logo: null });
    if (!result) throw new Error(messages(compiler, compiled.takeError()));
    const pages = result.numOfPages;
    try {
      return {
        bytes: new Uint8Array(compiler.pdf(result, { pdfStandard: 'ua-1' })),
        pages,
        accessible: true,
      };
    } catch {
      // A character that no font of ours has is against the standard; the rest of the document is still wanted.
      return { bytes: new Uint8Array(compiler.pdf(result, {})), pages, accessible: false };
    }
  } finally {
    if (job.logo) compiler.unmapShadow(`${folder}logo`);
    for (const { name } of job.attached) compiler.unmapShadow(folder + name);
    // What a book leaves in memory helps nobody else. To look through what is remembered costs a millisecond: not for
    // every document.
    if (job.input.length > 200_000) compiler.evictCache(0);
    else if (++made % 4 === 0) compiler.evictCache(2);
  }
}

const allDrawnNote = `Letters that can’t be printed here appear in Latin letters, or as ${box}. This file’s properties have the names as entered.`;

/** A paper that has to come is set with stand-ins; what they stand for is kept with the file, for programs and people. */
function withAllDrawn(input: string, undrawn: ReadonlySet<string>): string {
  const given = new Set<string>();
  const sheet = JSON.parse(input, (_key, value: unknown) => {
    if (typeof value !== 'string') return value;
    const drawn = withStandIns(value, (letter) => undrawn.has(letter));
    if (drawn !== value) given.add(value);
    return drawn;
  }) as Sheet & { finished?: { certificate: Certificate } };
  // What everybody has signed stays as it is: the certificate says it.
  if (sheet.finished) sheet.finished.certificate.facts.push(['Letters', allDrawnNote]);
  else sheet.doc.blocks.push({ b: 'para', runs: [{ r: 'text', text: allDrawnNote }] });
  return JSON.stringify({ ...sheet, given: [...given] });
}

function withoutLogo(input: string): string {
  const { brand, ...rest } = JSON.parse(input) as { brand: object };
  return JSON.stringify({ ...rest, brand: { ...brand, logo: null } });
}

function messages(
  compiler: NodeCompiler,
  error: ReturnType<ReturnType<NodeCompiler['compile']>['takeError']>,
): string {
  const found = error ? (compiler.fetchDiagnostics(error) as { message?: string }[]) : [];
  return found.map(({ message }) => message ?? '').join('; ') || 'Couldn’t lay out the page';
}

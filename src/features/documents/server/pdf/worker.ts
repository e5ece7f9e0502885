import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { Sheet } from '#features/documents/rules/sheet.ts';
import { box, withStandIns } from '#features/documents/rules/stand-ins.ts';
import { openFonts } from './fonts.ts';
import type { PdfJob } from './input.ts';

// The one thread in which Typst lives: it is started with the first PDF and keeps fonts and layouts warm.
export type WorkerAnswer =
  | { id: number; pdf: Uint8Array; pages: number; accessible: boolean }
  /** Letters that no font here has. */
  | { id: number; missing: string }
  | { id: number; error: string };

const folder = fileURLToPath(new URL('.', import.meta.url));
const typesetter = openFonts(folder);
const source = readFileSync(`${folder}document.typ`, 'utf8');

export interface WorkerTask {
  id: number;
  as: 'pdf' | 'docx';
  job: PdfJob;
}

parentPort?.on('message', ({ id, as, job }: WorkerTask) => {
  if (as === 'pdf') parentPort?.postMessage(answer(id, job));
  else void docx(id, job).then((made) => parentPort?.postMessage(made));
});

async function docx(id: number, { input, logo }: PdfJob): Promise<WorkerAnswer> {
  try {
    const { writeDocx } = await import('../docx/write.ts');
    return { id, pdf: await writeDocx(JSON.parse(input) as Sheet, logo), pages: 0, accessible: true };
  } catch (error) {
    return { id, error: String(error) };
  }
}

let made = 0;

function answer(id: number, job: PdfJob): WorkerAnswer {
  const { compiler, missing, undrawn } = typesetter(job.input);
  if (missing !== '' && !job.mustCome) return { id, missing: [...missing].slice(0, 6).join(' ') };
  try {
    if (job.logo) compiler.mapShadow(`${folder}logo`, Buffer.from(job.logo));
    const input = missing === '' ? job.input : withAllDrawn(job.input, undrawn);
    const compiled = compiler.compile({ mainFileContent: source, inputs: { input } });
    const { result } = compiled;
    // A picture can be damaged behind a sound header: then the sheet goes without it.
    if (!result && job.logo) return answer(id, { ...job, input: withoutLogo(job.input), logo: null });
    if (!result) return { id, error: messages(compiler, compiled.takeError()) };
    try {
      return {
        id,
        pdf: compiler.pdf(result, { pdfStandard: 'ua-1' }),
        pages: result.numOfPages,
        accessible: true,
      };
    } catch {
      // A character that no font of ours has is against the standard; the rest of the document is still wanted.
      return { id, pdf: compiler.pdf(result, {}), pages: result.numOfPages, accessible: false };
    }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  } finally {
    if (job.logo) compiler.unmapShadow(`${folder}logo`);
    // To look through what is remembered costs a millisecond: not for every document.
    if (++made % 4 === 0) compiler.evictCache(2);
  }
}

const allDrawnNote = `Letters that this hub cannot print stand here in Latin letters, or as ${box}. The names as they were given are kept in the properties of this file.`;

/** A paper that has to come is set with stand-ins; what they stand for is kept with the file, for programs and people. */
function withAllDrawn(input: string, undrawn: ReadonlySet<string>): string {
  const given = new Set<string>();
  const sheet = JSON.parse(input, (_key, value: unknown) => {
    if (typeof value !== 'string') return value;
    const drawn = withStandIns(value, (letter) => undrawn.has(letter));
    if (drawn !== value) given.add(value);
    return drawn;
  }) as Sheet;
  sheet.doc.blocks.push({ b: 'para', runs: [{ r: 'text', text: allDrawnNote }] });
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
  return found.map(({ message }) => message ?? '').join('; ') || 'The sheet could not be set';
}

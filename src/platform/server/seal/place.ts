import { createHash } from 'node:crypto';
import type { PDF, PdfDict, PdfRef } from '@libpdf/core';

/** What a reader shows beside the signature. */
export interface SealWords {
  reason: string;
  name: string;
  at: Date;
}

/** A file with room for a signature. */
export interface Prepared {
  /** Of everything but the room. */
  digest: Uint8Array;
  fill(signature: Uint8Array): Uint8Array<ArrayBuffer>;
}

const fieldName = 'Seal';
/** Holds the place of numbers that are known only once the file is written. */
const unknown = 9_999_999_999;

/**
 * Appends a signature to a file in an update of its own: no byte that was there changes. It certifies the file, so
 * that readers call any later change a breach, and stands on the last page without being drawn.
 */
export async function makeRoom(
  pdf: Uint8Array<ArrayBuffer>,
  { reason, name, at }: SealWords,
  room: number,
): Promise<Prepared> {
  const { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfString } = await import('@libpdf/core');
  const file = await PDF.load(pdf);
  const { registry } = file.context;
  const page = file.getPages().at(-1);
  if (!page) throw new Error('A file without pages cannot be sealed');
  const numbers = (...all: number[]) => new PdfArray(all.map((n) => PdfNumber.of(n)));
  const parameters = PdfDict.of({
    Type: PdfName.of('TransformParams'),
    P: PdfNumber.of(1),
    V: PdfName.of('1.2'),
  });
  const signature = registry.register(
    PdfDict.of({
      Type: PdfName.of('Sig'),
      Filter: PdfName.of('Adobe.PPKLite'),
      SubFilter: PdfName.of('ETSI.CAdES.detached'),
      ByteRange: numbers(0, unknown, unknown, unknown),
      Contents: PdfString.fromHex('0'.repeat(2 * room)),
      Name: PdfString.fromString(name),
      Reason: PdfString.fromString(reason),
      M: PdfString.fromString(pdfDate(at)),
      Reference: new PdfArray([
        PdfDict.of({
          Type: PdfName.of('SigRef'),
          TransformMethod: PdfName.of('DocMDP'),
          TransformParams: parameters,
        }),
      ]),
    }),
  );
  const widget = registry.register(
    PdfDict.of({
      Type: PdfName.of('Annot'),
      Subtype: PdfName.of('Widget'),
      FT: PdfName.of('Sig'),
      T: PdfString.fromString(fieldName),
      TU: PdfString.fromString('The seal of this document'),
      V: signature,
      // Hidden, print, locked: what isn't drawn needs no place in the order of reading (PDF/UA 7.18).
      F: PdfNumber.of(2 + 4 + 128),
      Rect: numbers(0, 0, 0, 0),
      P: page.ref,
    }),
  );
  const annotations = page.dict.getArray('Annots', registry.resolve.bind(registry));
  page.dict.set('Annots', new PdfArray([...(annotations ?? []), widget]));
  page.dict.set('Tabs', PdfName.of('S'));
  const catalog: PdfDict = file.getCatalog();
  catalog.set('AcroForm', PdfDict.of({ Fields: new PdfArray([widget]), SigFlags: PdfNumber.of(3) }));
  const associated = await filesOf(file);
  if (associated.length > 0) catalog.set('AF', new PdfArray(associated));
  catalog.set('Perms', PdfDict.of({ DocMDP: signature }));
  return prepared(Buffer.from(await file.save({ incremental: true })), pdf.length, room);
}

/** The files inside, marked as belonging to the document: what it was made from, and data that it shows. */
async function filesOf(file: PDF): Promise<PdfRef[]> {
  const { PdfDict, PdfName, PdfRef } = await import('@libpdf/core');
  const resolve = file.context.registry.resolve.bind(file.context.registry);
  const names = file
    .getCatalog()
    .getDict('Names', resolve)
    ?.getDict('EmbeddedFiles', resolve)
    ?.getArray('Names', resolve);
  return [...(names ?? [])].flatMap((entry) => {
    const about = entry instanceof PdfRef ? resolve(entry) : null;
    if (!(entry instanceof PdfRef) || !(about instanceof PdfDict)) return [];
    const isPdf = about.getString('UF', resolve)?.asString().endsWith('.pdf');
    about.set('AFRelationship', PdfName.of(isPdf ? 'Source' : 'Data'));
    return [entry];
  });
}

function prepared(bytes: Buffer<ArrayBuffer>, from: number, room: number): Prepared {
  const range = `[0 ${unknown} ${unknown} ${unknown}]`;
  const rangeAt = bytes.indexOf(range, from, 'latin1');
  const hole = `<${'0'.repeat(2 * room)}>`;
  const holeAt = bytes.indexOf(hole, from, 'latin1');
  if (rangeAt < 0 || holeAt < 0) throw new Error('The room for the signature is not in the file');
  const end = holeAt + hole.length;
  bytes.write(`[0 ${holeAt} ${end} ${bytes.length - end}]`.padEnd(range.length, ' '), rangeAt, 'latin1');
  return {
    digest: createHash('sha256').update(bytes.subarray(0, holeAt)).update(bytes.subarray(end)).digest(),
    fill(signature) {
      if (signature.length > room) throw new Error('The signature is larger than its room');
      bytes.write(Buffer.from(signature).toString('hex'), holeAt + 1, 'latin1');
      return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    },
  };
}

const pdfDate = (at: Date): string => `D:${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;

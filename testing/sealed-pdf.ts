import { spawnSync } from 'node:child_process';

/** Whether this machine has the program. */
export function has(program: 'pdfsig' | 'openssl' | 'pdftotext' | 'pdfdetach' | 'xxd'): boolean {
  return spawnSync(program, ['-v'], { stdio: 'ignore' }).error === undefined;
}

/** The signature of a sealed file and what it is over, as anybody can cut them out. */
export function partsOf(pdf: Uint8Array) {
  const bytes = Buffer.from(pdf);
  const [, from = 0, to = 0, rest = 0] =
    /\/ByteRange \[0 (\d+) (\d+) (\d+) *\]/.exec(bytes.toString('latin1'))?.map(Number) ?? [];
  const room = Buffer.from(bytes.subarray(from + 1, to - 1).toString('latin1'), 'hex');
  const cms = room.subarray(0, lengthOf(room));
  // [0], the certificates, behind the kind of what is signed.
  const kind = Buffer.from('300b06092a864886f70d010701a0', 'hex');
  const set = cms.indexOf(kind) + kind.length;
  const at = set + 1 + ((cms[set] ?? 0) > 0x80 ? (cms[set] ?? 0) - 0x80 : 0);
  return {
    from,
    to,
    cms,
    covered: Buffer.concat([bytes.subarray(0, from), bytes.subarray(to, to + rest)]),
    certificate: cms.subarray(at, at + lengthOf(cms.subarray(at))),
  };
}

const lengthOf = (der: Buffer): number => 4 + der.readUInt16BE(2);

/** Each way in which a sealed file can come to harm. */
export function damaged(
  pdf: Uint8Array,
): Record<
  | 'one byte of the text'
  | 'one byte of the seal’s words'
  | 'a revision appended'
  | 'the end cut off'
  | 'a byte appended',
  Uint8Array
> {
  const { from, to } = partsOf(pdf);
  const flipped = (at: number) => {
    const changed = Uint8Array.from(pdf);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return changed;
  };
  const revision = `\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\nxref\n1 1\n${String(pdf.length + 1).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 4 /Root 1 0 R /Prev ${/startxref\s+(\d+)\s+%%EOF\s*$/.exec(Buffer.from(pdf).toString('latin1'))?.[1]} >>\nstartxref\n${pdf.length + 40}\n%%EOF\n`;
  return {
    'one byte of the text': flipped(Math.floor(from / 3)),
    'one byte of the seal’s words': flipped(to + 20),
    'a revision appended': Buffer.concat([pdf, Buffer.from(revision)]),
    'the end cut off': pdf.subarray(0, pdf.length - 30),
    'a byte appended': Buffer.concat([pdf, Buffer.from('\n')]),
  };
}

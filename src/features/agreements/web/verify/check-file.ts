import { type Attached, attachedFiles } from '../../rules/attached-files.ts';
import { coveredBy, findSeals, type FoundSeal, isPdf } from '../../rules/sealed-file.ts';
import { type Inside, mostBytes, readInside, type Sealer, type Verdict } from '../../rules/verdict.ts';
import { checkSignature, hex } from './signature.ts';

/** What each file inside may become when it is unpacked. */
const mostUnpacked = 60_000_000;

/** Says of a file whether a hub sealed it, and whether it is as it was. Nothing leaves the browser. */
export async function checkFile(bytes: Uint8Array, certificates: string): Promise<Verdict> {
  if (bytes.length > mostBytes) return { is: 'too large' };
  if (!isPdf(bytes)) return { is: 'not a pdf' };
  const seals = findSeals(bytes);
  if (seals.length === 0) return { is: 'no seal' };
  const ours = await fingerprintsOf(certificates);
  const verdicts: Verdict[] = [];
  for (const seal of seals) {
    const verdict = await verdictOf(bytes, seal, ours).catch((): Verdict => ({ is: 'unreadable' }));
    // Somebody else may have signed it behind us: what this hub sealed comes first.
    if ('by' in verdict && verdict.by.isThisHub) return verdict;
    verdicts.push(verdict);
  }
  return verdicts.find((verdict) => 'by' in verdict) ?? verdicts[0] ?? { is: 'no seal' };
}

async function verdictOf(bytes: Uint8Array, seal: FoundSeal, ours: ReadonlySet<string>): Promise<Verdict> {
  const { fingerprint, name, isValid, isOfBytes, stampedAt } = await checkSignature(
    seal.cms,
    coveredBy(bytes, seal),
  );
  // A name proves nothing if the key behind it didn't sign.
  if (!isValid) return { is: 'unreadable' };
  const by: Sealer = { name, fingerprint, isThisHub: ours.has(fingerprint), stampedAt };
  if (seal.behind < 0) return { is: 'changed', by, how: 'cut' };
  if (!isOfBytes) return { is: 'changed', by, how: 'bytes' };
  if (!seal.isWhole) return { is: 'changed', by, how: seal.behind > 0 ? 'appended' : 'bytes' };
  return { is: 'sealed', by, inside: by.isThisHub ? await insideOf(bytes) : null };
}

/** Only of what a hub sealed: nobody else chose these bytes. */
async function insideOf(bytes: Uint8Array): Promise<Inside | null> {
  const files = attachedFiles(bytes);
  const unpacked = async (name: string) => {
    const file = files.find((one) => one.name === name);
    return file ? await contentOf(file).catch(() => null) : null;
  };
  const log = await unpacked('events.json');
  if (!log) return null;
  const shown = await unpacked('as-signed.pdf');
  return readInside(new TextDecoder().decode(log), shown && (await sha256(shown)), (text) =>
    sha256(new TextEncoder().encode(text)),
  );
}

export async function contentOf({ bytes, isDeflated }: Attached): Promise<Uint8Array<ArrayBuffer>> {
  if (!isDeflated) return new Uint8Array(bytes);
  const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('deflate'));
  const reader = stream.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > mostUnpacked) {
      await reader.cancel();
      throw new Error('Too large when unpacked');
    }
    pieces.push(next.value as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', bytes));

async function fingerprintsOf(pem: string): Promise<ReadonlySet<string>> {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const all = found.map((one) =>
    Uint8Array.from(atob(one.replace(/-----[A-Z ]+-----|\s/g, '')), (letter) => letter.charCodeAt(0)),
  );
  return new Set(await Promise.all(all.map(sha256)));
}

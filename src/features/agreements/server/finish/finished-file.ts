import type { Finishing, Press } from '#features/documents/server/public.ts';
import type { Seal } from '#platform/server/seal/seal.ts';
import type { Finish, Finished } from '../finishing.ts';
import { certificateOf } from './certificate.ts';
import { signedDoc } from './signed-doc.ts';

/** The one file of an agreement that everybody has signed: the document, who signed it, the proof, and the seal. */
export async function finishedFile(
  press: Pick<Press, 'finish'>,
  seal: Pick<Seal, 'seal'>,
  finished: Finished,
): Promise<Uint8Array<ArrayBuffer>> {
  const { doc, options, people, title, hub, sealedAt } = finished;
  const { pdf } = await press.finish(signedDoc(doc, people), options, {
    certificate: certificateOf(finished),
    attached: attachedTo(finished),
  });
  return seal.seal(pdf, { reason: `All sides have signed “${title}”`, name: hub.name, at: sealedAt });
}

/** As the feature takes it. */
export const finishWith =
  (press: Pick<Press, 'finish'>, seal: Pick<Seal, 'seal'>): Finish =>
  (finished) =>
    finishedFile(press, seal, finished);

function attachedTo({ id, title, shown, version, people, events, answers }: Finished): Finishing['attached'] {
  const json = (value: unknown) => new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
  const log = {
    agreement: id,
    title,
    version,
    // Of as-signed.pdf.
    sha256: shown.sha256,
    people: people.map(({ n, name, signedName, email, role, party, at, proof, network }) => ({
      n,
      name,
      signedName,
      email,
      role,
      party,
      at: at?.toISOString() ?? null,
      proof,
      network,
    })),
    events,
  };
  return [
    {
      name: 'as-signed.pdf',
      mime: 'application/pdf',
      description: 'The file that everybody was shown and signed, byte for byte',
      bytes: shown.bytes,
    },
    {
      name: 'events.json',
      mime: 'application/json',
      description: 'What happened, as a chain of hashes, and to whom',
      bytes: json(log),
    },
    ...(answers === null
      ? []
      : [
          {
            name: 'answers.json',
            mime: 'application/json',
            description: 'The answers that the document was made from',
            bytes: json(answers),
          },
        ]),
  ];
}

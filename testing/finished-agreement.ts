import { createHash } from 'node:crypto';
import type { Doc } from '#features/documents/server/public.ts';
import { chained, type ChainedEvent, noHash } from '#features/agreements/rules/events.ts';
import type { Finished } from '#features/agreements/server/public.ts';

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** A wavy line, as a hand draws it. */
export const drawn = {
  kind: 'drawn' as const,
  drawing: [
    Array.from({ length: 60 }, (_, n): [number, number] => [
      30 + n * 8,
      Math.round(100 + 60 * Math.sin(n / 3) * Math.cos(n / 11)),
    ]),
    [
      [420, 150],
      [560, 140],
    ] as [number, number][],
  ],
};

/** An agreement between two people that both have signed, one by hand and one in letters. */
export function finishedAgreement(doc: Doc, shown: Uint8Array, changes: Partial<Finished> = {}): Finished {
  const hash = sha256(shown);
  const person = {
    email: 'ada@wren.example',
    role: 'signs',
    state: 'signed',
    network: '203.0.113.7',
  } as const;
  let before = noHash;
  const events = (
    [
      ['created', null, { title: doc.title, version: '1', sha256: hash }],
      ['asked', 1, { email: 'ada@wren.example' }],
      ['asked', 2, { email: 'jonas@halden.example' }],
      ['seen', 1, { version: '1' }],
      ['code sent', 2, { email: 'jonas@halden.example' }],
      ['signed', 1, { version: '1', sha256: hash, proof: 'signed in' }],
      ['code right', 2, {}],
      ['signed', 2, { version: '1', sha256: hash, proof: 'code by email' }],
      ['completed', null, {}],
    ] as [ChainedEvent['kind'], number | null, Record<string, string>][]
  ).map(([kind, who, data], index) => {
    const event = {
      seq: index + 1,
      at: new Date(Date.UTC(2026, 10, 24, 9, index * 7, 3)).toISOString(),
      kind,
      person: who,
      data,
    };
    before = sha256(chained(event, before));
    return { ...event, hash: before };
  });
  return {
    id: 'agr_0123456789abcdefghij',
    title: doc.title,
    doc,
    options: {},
    shown: { bytes: shown, sha256: hash },
    version: 1,
    people: [
      {
        ...person,
        n: 1,
        name: 'Ada Moore',
        signedName: 'Ada Moore',
        initials: null,
        party: 0,
        at: new Date('2026-11-24T09:35:03Z'),
        proof: 'signed in',
        signature: drawn,
      },
      {
        ...person,
        n: 2,
        name: 'Jonas Keller',
        signedName: 'Jonas Keller',
        initials: null,
        email: 'jonas@halden.example',
        party: 1,
        at: new Date('2026-11-24T09:49:03Z'),
        proof: 'code by email',
        signature: { kind: 'typed', text: 'Jonas Keller' },
      },
    ],
    events,
    answers: { purpose: 'A joint study' },
    hub: { name: 'Devpreneur', origin: 'https://hub.example.com' },
    sealedAt: new Date('2026-11-24T09:58:00Z'),
    ...changes,
  };
}

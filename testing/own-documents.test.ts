import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createFinder } from '#base/finder/finder.ts';
import { answerTo } from '#features/assistant/rules/answer.ts';
import { readCues } from '#features/assistant/rules/intent.ts';
import { createLibrary } from '#features/assistant/rules/library.ts';
import { readAdvice } from '#features/assistant/server/advice.ts';
import { shippedMeaning } from '#features/assistant/server/meaning/shipped.ts';
import { findable } from '#features/documents/rules/drafting/findable.ts';
import { planDraft } from '#features/documents/rules/writer/write.ts';
import { documentsKnowledge } from '#features/documents/server/knowledge.ts';
import { readLibrary } from '#features/documents/server/library.ts';
import { guess } from '#features/documents/rules/writer/guess.ts';
import { wholeHub } from './assistant-library.ts';
import { shippedWords, shippedWordsText } from './shipped-words.ts';
import { shippedDir, siteFolder } from './site-folder.ts';

const file = (title: string, description: string, asks: string[]) => `---
title: ${title}
category: Other
description: ${description}
minutes: 2
pages: 1
version: 1.0
reviewed: 2026-11-21
law: Read it through before you sign it.
asks:
${asks.map((ask) => `  - ${ask}`).join('\n')}
steps:
  - title: The sides
    fields:
      - { name: us, type: party, label: You, blank: you, example: Ada Moore }
      - { name: them, type: party, label: They, blank: they, example: Jonas Keller }
---

# ${title}

{{us}} and {{them}} agree on this.
`;

/** What an operator adds, and how people ask for it: in words that the file does not have like that. */
const added = [
  {
    slug: 'room-lease',
    file: file(
      'Lease for a room',
      'A tenant rents a room or a flat, for a rent each month and with notice.',
      [
        'rent out my flat',
        'rental contract for a tenant',
        'Mietvertrag für eine Wohnung',
        'bail pour louer un appartement',
      ],
    ),
    ways: [
      'lease for a room in my flat',
      'somebody wants to rent my apartment, I need a lease',
      'rental agreement with my new tenant, 600 euros a month',
      'Mietvertrag für ein Zimmer',
      'un bail pour louer ma chambre',
    ],
  },
  {
    slug: 'stage-rider',
    file: file(
      'Stage rider',
      'What a band needs on stage for power, sound, light, food and where to sleep.',
      [
        'what our band needs at the concert',
        'technical rider for a gig',
        'Bühnenanweisung für unsere Band',
        'fiche technique du groupe pour le concert',
      ],
    ),
    ways: [
      'stage rider for our tour',
      'tell the venue what the band needs for sound and light',
      'tech rider for a concert in May',
      'Bühnenanweisung für das Konzert',
      'fiche technique pour notre groupe',
    ],
  },
  {
    slug: 'model-release',
    file: file('Model release', 'Somebody who was photographed allows the pictures to be published.', [
      'may I publish a photo of somebody',
      'consent of a person in my pictures',
      'Einwilligung für Fotos einer Person',
      'permiso para publicar fotos de una persona',
    ]),
    ways: [
      'model release for a photo shoot',
      'she must allow me to publish the photos of her',
      'consent to use pictures of a person on our site',
      'Einwilligung, dass ich Fotos von ihr veröffentlichen darf',
      'permiso de la modelo para publicar sus fotos',
    ],
  },
];

const site = await siteFolder(Object.fromEntries(added.map((one) => [`documents/${one.slug}.md`, one.file])));
afterAll(() => site[Symbol.asyncDispose]());
const contracts = readLibrary(join(shippedDir, 'documents'), join(site.dir, 'documents'));
const templates = readLibrary(join(shippedDir, 'templates'), join(site.dir, 'templates'));
const words = shippedWords();
const finder = createFinder([...contracts.values(), ...templates.values()].map(findable), words);
const { advice } = await readAdvice([join(shippedDir, 'advice')]);
const assistant = createLibrary(
  advice,
  documentsKnowledge({ contracts, templates, revision: () => 0 })(),
  wholeHub,
  words,
  readCues(shippedWordsText()),
  (message) => guess(message, finder),
  { meaning: shippedMeaning() },
);

describe.each(added)(
  '[AI-1] a file in site/ is found in everyday words, untaught: $slug',
  ({ slug, ways }) => {
    test.each(ways)('by the generator: %s', (ask) => {
      expect(planDraft(ask, finder)).toMatchObject({ found: true, slug });
    });
    test.each(ways)('by the assistant, first: %s', (ask) => {
      const { reply, act } = answerTo(assistant, ask);
      const first = act?.href ?? /\]\(([^()\s]+)\)/.exec(reply)?.[1];
      expect(first).toMatch(new RegExp(`[=/]${slug}$`));
    });
  },
);

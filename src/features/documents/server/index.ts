import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { formatMoney, cents } from '#base/money.ts';
import { Problem } from '#base/problem.ts';
import { readBranding } from '#features/branding/rules/branding.ts';
import { assemble } from '#features/documents/rules/assemble.ts';
import {
  type DocumentEntry,
  documentDetail,
  documentIndex,
  indexQuery,
  type Opening,
  paper,
  pdfRequest,
  slugParams,
} from '#features/documents/rules/contract.ts';
import { sampleAnswers } from '#features/documents/rules/draw.ts';
import { allFields, type Template } from '#features/documents/rules/template.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { readLibrary } from './library.ts';
import type { Paper } from './pdf/input.ts';
import { createPress } from './pdf/press.ts';

const shipped = fileURLToPath(new URL('../../../../content/documents', import.meta.url));

interface DocumentParts {
  /** Whether this member has bought a document that costs something. */
  owns?(uid: string, slug: string): Promise<boolean>;
}

/** The library of documents over HTTP: what there is, each in full, and any of them as a PDF. */
export function documents(
  platform: Pick<Platform, 'config' | 'site' | 'clock' | 'log'>,
  { owns = async () => false }: DocumentParts = {},
): ServerFeature {
  const library = readLibrary(shipped, join(platform.config.siteDir, 'documents'));
  const press = createPress((words) => platform.log.error('A PDF failed', { words }));
  const today = () => platform.clock.now().toISOString().slice(0, 10);
  const language = () => platform.site.words().language;

  const named = (slug: string): Template => {
    const template = library.get(slug);
    if (!template) throw new Problem('not_found', 'There is no document of this name.');
    return template;
  };

  const samples = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const sample = (template: Template, size: Paper): Promise<Uint8Array<ArrayBuffer>> => {
    const key = `${template.slug} ${size}`;
    let made = samples.get(key);
    if (!made) {
      const doc = assemble(template, sampleAnswers(template), {
        date: template.reviewed,
        locale: language(),
      });
      made = press.print(doc, { paper: size }).then(({ pdf }) => pdf);
      samples.set(key, made);
      made.catch(() => samples.delete(key));
    }
    return made;
  };

  return {
    name: 'documents',
    listed: () =>
      [...library.values()].map(({ slug, reviewed }) => ({ path: `/documents/${slug}`, lastmod: reviewed })),
    routes: [
      route({
        method: 'GET',
        path: '/api/documents',
        access: 'anyone',
        summary: 'The documents of this hub; with ?opening=slug also the first lines of one',
        query: indexQuery,
        answer: documentIndex,
        handle: ({ query }) => ({
          documents: [...library.values()].map(entryOf),
          ...(query.opening !== undefined && { opening: openingOf(named(query.opening)) }),
        }),
      }),
      route({
        method: 'GET',
        path: '/api/documents/:slug',
        access: 'anyone',
        summary: 'A document in full: its questions, its text, its summaries',
        params: slugParams,
        answer: documentDetail,
        handle({ params }) {
          const template = named(params.slug);
          return { entry: entryOf(template), template };
        },
      }),
      route({
        method: 'GET',
        path: '/api/documents/:slug/sample.pdf',
        access: 'anyone',
        summary: 'A document filled in with sample answers',
        params: slugParams,
        query: z.object({ paper: z.optional(paper) }),
        answer: 'raw',
        async handle({ params, query }) {
          const template = named(params.slug);
          return pdfResponse(
            await sample(template, query.paper ?? 'a4'),
            `inline; filename="${template.slug}-sample.pdf"`,
            'public, max-age=300',
          );
        },
      }),
      route({
        method: 'POST',
        path: '/api/documents/:slug/pdf',
        access: 'anyone',
        summary: 'A document with these answers, as a PDF',
        params: slugParams,
        body: pdfRequest,
        answer: 'raw',
        maxBody: 1_200_000,
        limit: { name: 'document-pdf', max: 30, perSeconds: 60, by: 'address' },
        async handle({ params, body, viewer }) {
          const template = named(params.slug);
          const isTheirs = viewer.kind === 'member' && (await owns(viewer.uid, template.slug));
          if (template.price > 0 && !isTheirs)
            throw new Problem(
              'forbidden',
              `This document costs ${formatMoney(cents(template.price))}. Its sample is free to read.`,
            );
          const doc = assemble(template, body.answers, { date: today(), locale: body.locale ?? language() });
          const { pdf } = await press.print(doc, {
            branding: readBranding(body.branding),
            paper: body.paper ?? 'a4',
            summaries: body.summaries ?? false,
          });
          return pdfResponse(pdf, `attachment; filename="${template.slug}-${today()}.pdf"`, 'no-store');
        },
      }),
    ],
  };
}

function pdfResponse(pdf: Uint8Array<ArrayBuffer>, disposition: string, cacheControl: string): Response {
  return new Response(pdf, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': disposition,
      'cache-control': cacheControl,
    },
  });
}

function entryOf(template: Template): DocumentEntry {
  const { slug, title, short, category, description, pages, minutes, price, version, reviewed } = template;
  return {
    slug,
    title,
    short,
    category,
    description,
    pages,
    minutes,
    price,
    version,
    reviewed,
    questions: allFields(template).length,
  };
}

/** As much as a first screen shows: the title, the sides, and the beginning of the second numbered part. */
function openingOf(template: Template): Opening {
  const { blocks } = assemble(template, {}, { date: '' });
  const [, second, third] = blocks.flatMap((block, index) => (block.b === 'clause' ? [index] : []));
  const shown = blocks.slice(0, third).map((block, index) => {
    return block.b === 'clause' && index === second ? { ...block, blocks: block.blocks.slice(0, 1) } : block;
  });
  return { slug: template.slug, title: template.title, blocks: shown };
}

import { uidOf } from '#platform/server/http/viewer.ts';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { readBranding } from '#features/branding/rules/branding.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { sharedWith } from '#features/documents/rules/answers/shared-answers.ts';
import {
  type BundleStep,
  type DocumentDetail,
  documentDetail,
  documentIndex,
  editedRequest,
  fileKind,
  type DocumentOffer,
  type FileKind,
  indexQuery,
  paper,
  pdfRequest,
  slugParams,
} from '#features/documents/rules/contract.ts';
import { costSentence } from '#features/documents/rules/cost-sentence.ts';
import { costOf, entryOf } from '#features/documents/rules/template/entry.ts';
import { previewOf } from '#features/documents/rules/assembly/preview.ts';
import { fileName } from '#features/documents/rules/formats/file-name.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import type { Paper } from '#features/documents/rules/formats/sheet.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import { type Call, route } from '#platform/server/http/route.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import type { Platform } from '#platform/server/platform.ts';
import { draftRoutes } from './drafting.ts';
import { guessing } from './guessing.ts';
import { documentRooms } from './desk/rooms.ts';
import { fileResponse, pdfResponse } from './file-response.ts';
import { createLiveLibrary } from './live-library.ts';
import { comparedRoute } from './compared-route.ts';
import { documentsKnowledge } from './knowledge.ts';
import { openingOf } from './opening.ts';
import { createPress } from './pdf/press.ts';
import type { Work } from './pdf/work.ts';
import type { DocumentParts, Documents } from './offered.ts';

const shippedDir = fileURLToPath(new URL('../../../../content', import.meta.url));

/** The library of documents over HTTP: what there is, each in full, and any of them as a PDF. */
export function documents(
  platform: Pick<Platform, 'config' | 'site' | 'clock' | 'log' | 'ai' | 'db' | 'origin'>,
  { allowance, deliver = async () => false, offers = async () => new Map() }: DocumentParts,
): Documents {
  const { log, db } = platform;
  const live = createLiveLibrary({
    shippedDir,
    siteDir: platform.config.siteDir,
    log,
    // Every process draws its pages anew.
    changed: () =>
      void db
        .notify(db.tables(), 'content', 'documents')
        .catch((error: unknown) => log.error('Couldn’t tell that documents changed', { error })),
  });
  // `templates` are what the generators also make, and no list of contracts shows.
  const { contracts: library, templates } = live;
  const press = createPress((words) => platform.log.error('Couldn’t create a PDF or Word file', { words }));
  const today = () => platform.clock.now().toISOString().slice(0, 10);
  const language = () => platform.site.words().language;
  const templateOf = (slug: string) => library.get(slug) ?? templates.get(slug);
  const named = (slug: string): Template => {
    const template = templateOf(slug);
    if (!template) throw new Problem('not_found', 'There is no document with this name.');
    return template;
  };

  const unasked = (template: Template): Template => ({ ...template, asks: [] });

  /** What anybody may read of it: all of what is free. */
  const previews = new WeakMap<Template, Template>();
  const shownOf = (template: Template): Template => {
    const shown = previews.get(template) ?? unasked(template.price > 0 ? previewOf(template) : template);
    previews.set(template, shown);
    return shown;
  };
  const isTheirs = async ({ price, slug }: Template, viewer: Viewer, order: string | undefined) =>
    price === 0 || deliver({ uid: uidOf(viewer), order: order ?? null }, slug);
  const assertTheirs = async (template: Template, viewer: Viewer, order: string | undefined) => {
    if (await isTheirs(template, viewer, order)) return;
    const cost = costOf(template, (await offers()).get(template.slug));
    throw new Problem('forbidden', `${costSentence(cost)}. Its sample is free to read.`);
  };

  const fileFor = async (
    { viewer, address }: Pick<Call<unknown, unknown, unknown>, 'viewer' | 'address'>,
    kind: FileKind,
    slug: string,
    work: Work,
  ): Promise<Response> => {
    const bytes = await press.file(viewer.kind === 'member' ? viewer.uid : address, kind, work);
    const name = `attachment; filename="${slug}-${today()}.${kind}"`;
    if (kind === 'pdf') return pdfResponse(bytes, name, 'no-store');
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    return fileResponse(bytes, type, name, 'no-store');
  };

  const detailOf = async (template: Template): Promise<DocumentDetail> => {
    const onSale = await offers();
    const offer = template.price > 0 ? onSale.get(template.slug) : undefined;
    return {
      entry: entryOf(template, offer),
      template: shownOf(template),
      bundles: bundlesOf(template, onSale),
      ...(template.price > 0 && { isPreview: true }),
      ...(offer && { offer }),
    };
  };

  const bundlesOf = (from: Template, onSale: ReadonlyMap<string, DocumentOffer>): BundleStep[] =>
    live
      .bundles()
      .filter((bundle) => bundle.documents.includes(from.slug))
      .map((bundle) => ({
        slug: bundle.slug,
        title: bundle.title,
        documents: bundle.documents.map((slug) => {
          const to = named(slug);
          return {
            slug,
            short: to.short,
            ...costOf(to, onSale.get(slug)),
            shared: sharedWith(from, to),
          };
        }),
      }));

  /** By the document as it was read: a changed one is another. */
  const samples = new WeakMap<Template, Map<Paper, Promise<Uint8Array<ArrayBuffer>>>>();
  const sample = (template: Template, size: Paper): Promise<Uint8Array<ArrayBuffer>> => {
    const known = samples.get(template) ?? new Map<Paper, Promise<Uint8Array<ArrayBuffer>>>();
    samples.set(template, known);
    let made = known.get(size);
    if (!made) {
      const doc = assemble(shownOf(template), sampleAnswers(template), {
        date: template.reviewed,
        locale: language(),
      });
      made = press.print(doc, { paper: size }).then(({ pdf }) => pdf);
      known.set(size, made);
      made.catch(() => known.delete(size));
    }
    return made;
  };

  return {
    name: 'documents',
    press,
    madeOf(slug, given) {
      const template = templateOf(slug);
      return template ? { template, answers: given, how: { date: today(), locale: language() } } : null;
    },
    templateOf,
    desk: documentRooms(platform, live, offers),
    async start() {
      const stop = live.watch();
      return async () => stop();
    },
    knows: documentsKnowledge(live),
    guess: guessing(live, () => platform.site.meanings()),
    listed: () =>
      [...library.values()].map(({ slug, reviewed }) => ({ path: `/documents/${slug}`, lastmod: reviewed })),
    routes: [
      ...draftRoutes({
        platform,
        contracts: library,
        templates,
        meanings: () => platform.site.meanings(),
        offers,
        shownOf,
        allowance,
      }),
      route({
        method: 'GET',
        path: '/api/documents',
        access: 'anyone',
        summary: 'List the documents',
        description: 'With `?opening=slug`, includes the first lines of that document.',
        query: indexQuery,
        answer: documentIndex,
        async handle({ query }) {
          const onSale = await offers();
          return {
            documents: [...library.values()].map((template) => entryOf(template, onSale.get(template.slug))),
            bundles: live.bundles(),
            ...(query.opening !== undefined && { opening: openingOf(named(query.opening)) }),
          };
        },
      }),
      route({
        method: 'GET',
        path: '/api/documents/:slug',
        access: 'anyone',
        summary: 'Get a document with its questions, text and summaries',
        description: 'A paid document includes only its beginning.',
        params: slugParams,
        answer: documentDetail,
        handle: ({ params }) => detailOf(named(params.slug)),
      }),
      route({
        method: 'GET',
        path: '/api/documents/:slug/whole',
        access: 'anyone',
        summary: 'Get the full text of a document',
        description:
          'For a paid document, sign in as its buyer or pass the order’s token. Anyone else gets only its beginning.',
        params: slugParams,
        query: z.object({ order: z.optional(z.string().check(z.maxLength(200))) }),
        answer: documentDetail,
        async handle({ params, query, viewer, headers, request }) {
          headers.set('cache-control', 'private, no-store');
          const template = named(params.slug);
          const detail = await detailOf(template);
          // To be handed a text ends the right to withdraw: a link on somebody else's page must not do that.
          const from = request.headers.get('sec-fetch-site') ?? 'same-origin';
          if (from !== 'same-origin' || !(await isTheirs(template, viewer, query.order))) return detail;
          const { isPreview: _none, ...rest } = detail;
          return { ...rest, template: unasked(template) };
        },
      }),
      route({
        method: 'GET',
        path: '/api/documents/:slug/sample.pdf',
        access: 'anyone',
        summary: 'Download a document with sample answers, as a PDF',
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
        path: '/api/edited/:kind',
        access: 'anyone',
        summary: 'Create a PDF or Word file from edited text',
        params: z.object({ kind: fileKind }),
        body: editedRequest,
        answer: 'raw',
        maxBody: 2_500_000,
        limit: { name: 'document-pdf', max: 30, perSeconds: 60, by: 'address' },
        handle(call) {
          const { title, html, branding, paper: size } = call.body;
          const slug = fileName(title);
          const options = { branding: readBranding(branding), paper: size ?? 'a4' };
          return fileFor(call, call.params.kind, slug, { from: 'html', html, slug, title, options });
        },
      }),
      comparedRoute(fileFor),
      route({
        method: 'POST',
        path: '/api/documents/:slug/:kind',
        access: 'anyone',
        summary: 'Create a PDF or Word file of a document from answers',
        params: z.extend(slugParams, { kind: fileKind }),
        body: pdfRequest,
        answer: 'raw',
        maxBody: 1_200_000,
        limit: { name: 'document-pdf', max: 30, perSeconds: 60, by: 'address' },
        async handle(call) {
          const { params, body, viewer } = call;
          const template = named(params.slug);
          await assertTheirs(template, viewer, body.order);
          return fileFor(call, params.kind, template.slug, {
            from: 'answers',
            template,
            sections: body.sections ?? [],
            answers: body.answers,
            how: { date: body.date ?? today(), locale: body.locale ?? language() },
            options: {
              branding: readBranding(body.branding),
              paper: body.paper ?? 'a4',
              summaries: body.summaries ?? false,
            },
          });
        },
      }),
    ],
  };
}

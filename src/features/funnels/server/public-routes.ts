import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { escapeHtml } from '#base/escape.ts';
import { maskedMailAddress } from '#base/mail-address.ts';
import { readForm } from '#platform/server/http/body.ts';
import { callerKey } from '#platform/server/http/network.ts';
import { cachedResponse } from '#platform/server/http/cached-answer.ts';
import { route, type RateLimit, type Route, urlOf } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { drawNote } from '../rules/render/page.ts';
import { type CheckoutPath, goOn, withFiles } from './basket.ts';
import { fileRoutes } from './file-routes.ts';
import { createForms } from './forms.ts';
import type { Lead, Leads, TellOutside } from './leads.ts';
import type { Live, LiveFunnel, LivePage } from './live.ts';
import type { EventKind, Numbers, Visitor } from './numbers.ts';
import { type Caller, ended, html, isElsewhere, isPressedHere, leaving, plainStyle } from './page-answers.ts';
import type { Pictures } from './pictures.ts';
import type { FindProduct } from './publish.ts';
import { createSplitDraw } from './split-draw.ts';
import type { FunnelTables, PageFacts } from './tables.ts';
import { createVersions, versionWith } from './versions.ts';

const perPlace: RateLimit = { name: 'funnel-lead', max: 40, perSeconds: 3600, by: 'address' };

/** A page is shown too often to read its address for nothing. */
const isPaidFor = ({ facts }: LivePage, url: string): boolean =>
  facts.kind === 'thank-you' && url.includes('order=');
/** The token of an order that was just paid. */
const orderIn = ({ url }: Request): string | undefined =>
  /^[\w.-]{20,200}$/.exec(new URL(url).searchParams.get('order') ?? '')?.[0];

export interface PublicTools {
  platform: Pick<Platform, 'db' | 'clock' | 'secret'>;
  live: Live;
  leads: Leads;
  numbers: Numbers;
  pictures: Pictures;
  findProduct: FindProduct;
  checkoutPath?: CheckoutPath | undefined;
  tell: TellOutside;
}

export function publicRoutes({
  platform,
  live,
  leads,
  numbers,
  pictures,
  findProduct,
  checkoutPath,
  tell,
}: PublicTools): Route[] {
  const { db, clock } = platform;
  const presses = platform.secret('funnel presses');
  const draw = createSplitDraw(platform);
  const versions = createVersions(draw, numbers);
  const forms = createForms(platform, leads);

  async function pageAt(slug: string, step?: string): Promise<{ funnel: LiveFunnel; page: LivePage } | null> {
    const funnel = await live.find(slug);
    const page = funnel && (step === undefined ? funnel.first : funnel.pages.get(step));
    return funnel && page ? { funnel, page } : null;
  }

  function count(
    { funnel, page }: { funnel: LiveFunnel; page: LivePage },
    kind: EventKind,
    by: Visitor,
  ): void {
    numbers.note({
      ownerId: funnel.ownerId,
      funnelId: funnel.funnelId,
      stepId: page.stepId,
      kind,
      by,
      ...(kind === 'view' && funnel.isTesting && { inTests: versions.countedIn(funnel, page, by) }),
    });
  }

  const visitorOf = ({ address, request }: Caller): Visitor => ({
    address,
    url: urlOf(request),
    header: (name) => request.headers.get(name) ?? undefined,
  });

  const isOwners = ({ ownerId }: LiveFunnel, { viewer }: Caller): boolean =>
    viewer.kind === 'member' && viewer.uid === ownerId;

  function note(found: { funnel: LiveFunnel; page: LivePage }, kind: EventKind, call: Caller): void {
    // Whoever built it looks at it often.
    if (isOwners(found.funnel, call)) return;
    count(found, kind, visitorOf(call));
  }

  /** The page with its visit counted, where nothing has to be asked for it. */
  function atHand(by: Visitor & { isGuest: boolean }, slug: string, step?: string): LivePage | undefined {
    // A member may be who built it.
    if (!by.isGuest) return undefined;
    const funnel = live.atHand(slug);
    const page = funnel && (step === undefined ? funnel.first : funnel.pages.get(step));
    if (!page || funnel.slug !== slug || isPaidFor(page, by.url)) return undefined;
    count({ funnel, page }, 'view', by);
    return versions.of(funnel, page, by);
  }

  async function show(call: Caller, slug: string, step?: string): Promise<Response> {
    const found = await pageAt(slug, step);
    if (!found) return ended();
    const { funnel, page } = found;
    if (funnel.slug !== slug) {
      const to = page === funnel.first ? `/f/${funnel.slug}` : `/f/${funnel.slug}/${page.slug}`;
      return new Response(null, { status: 301, headers: { location: to, 'cache-control': 'no-cache' } });
    }
    note(found, 'view', call);
    const shown = versions.of(funnel, page, visitorOf(call));
    const order = isPaidFor(page, call.request.url) ? orderIn(call.request) : undefined;
    if (order !== undefined) {
      note(found, 'order', call);
      const { body, headers } = withFiles(funnel, shown, order);
      return html(body, 200, headers);
    }
    return cachedResponse(call.request, shown);
  }

  async function leave(call: Caller, slug: string, step?: string): Promise<Response> {
    const found = await pageAt(slug, step);
    if (!found) return ended();
    const { answer, isNew } = await forms.receive(call, found.funnel, found.page, () =>
      versions.shownTo(found.funnel, visitorOf(call), isOwners(found.funnel, call)),
    );
    if (isNew) note(found, 'lead', call);
    return answer;
  }

  async function go(
    call: Caller,
    { slug, step, block }: { slug: string; step: string; block: string },
    withBump: boolean,
  ) {
    const at = await pageAt(slug, step);
    const found = at && { ...at, page: versionWith(at.page, ({ go: ways }) => ways, block) };
    const target =
      found && Object.hasOwn(found.page.facts.go, block) ? found.page.facts.go[block] : undefined;
    if (!found || !target) return ended();
    const product = target.product === null ? null : await findProduct(target.product);
    const href = target.product !== null ? product?.path : withBump ? target.bumpHref : target.href;
    if (!href) return gone(found.page.facts);
    if (isElsewhere(href) && !isPressedHere(call.request)) return leaving(found.page.facts, href);
    const bump = withBump && target.bumpProduct ? await findProduct(target.bumpProduct) : null;
    note(found, target.isNo ? 'no' : 'click', call);
    const isWay = target.isWay ?? target.isNo;
    if (!isWay) await tellClick(found, call, { block, offer: target.offer, bump: withBump });
    if (!checkoutPath || (target.product === null && !isWay))
      return new Response(null, { status: 303, headers: { location: href, 'cache-control': 'no-store' } });
    const shown = await versions.shownTo(found.funnel, visitorOf(call), isOwners(found.funnel, call));
    const on = { call, checkoutPath, mark: shown && draw.mark(shown) };
    if (target.product === null) return goOn(found, target.href, { ids: [], ...on });
    const ids = [target.product, ...(bump && target.bumpProduct ? [target.bumpProduct] : [])];
    return goOn(found, found.page.facts.next, { ids, ...on });
  }

  const gone = ({ style, language }: PageFacts) =>
    html(
      drawNote(style, language, 'This offer has ended', '<p>It’s no longer sold. Nothing was charged.</p>'),
      410,
    );

  /** Once a minute for who presses, however often: nobody fills the outbox of a member by asking for an address. */
  async function tellClick(
    { funnel, page }: { funnel: LiveFunnel; page: LivePage },
    { address }: Caller,
    press: { block: string; offer: string; bump: boolean },
  ) {
    const { ownerId, funnelId } = funnel;
    const now = clock.now();
    const minute = Math.floor(now.getTime() / 60_000);
    const who = createHmac('sha256', presses)
      .update(`${minute}\n${page.stepId}\n${press.block}\n${press.bump}\n${callerKey(address)}`)
      .digest('base64url');
    await db.transaction<FunnelTables, void>((trx) =>
      tell(trx, {
        ownerId,
        funnelId,
        type: 'funnel.click',
        dedupeKey: `funnel-click:${funnelId}:${who}`,
        data: { step: page.facts.name, ...press, at: now.toISOString() },
      }),
    );
  }

  const confirmed = ({ gift_mailed_at }: Lead) =>
    html(
      drawNote(
        plainStyle,
        'en',
        'Your email address is confirmed',
        gift_mailed_at ? '<p>We’ve emailed you a link to your file.</p>' : '<p>You can close this page.</p>',
      ),
      200,
    );

  const one = z.object({ slug: z.string() });
  const two = z.object({ slug: z.string(), step: z.string() });
  const anyone = { access: 'anyone', answer: 'raw' } as const;

  return [
    route({
      method: 'GET',
      path: '/api/funnels/form',
      access: 'anyone',
      summary: 'Get a form token',
      description: 'Submitting a form on a published page requires one.',
      answer: z.object({ token: z.string() }),
      handle: () => ({ token: forms.freshToken() }),
    }),
    route({
      ...anyone,
      method: 'GET',
      path: '/f/-/confirm',
      summary: 'Show what a confirmation link confirms',
      description: 'Has no side effects, because mail scanners open every link.',
      query: z.object({ t: z._default(z.string(), '') }),
      async handle({ query }) {
        const lead = await leads.find(query.t);
        if (!lead) return ended();
        if (lead.confirmed_at) return confirmed(lead);
        const from = await leads.funnelName(lead);
        const agreed = lead.consent_text ? `<p>You agreed to: “${escapeHtml(lead.consent_text)}”</p>` : '';
        const inside = `<p>${escapeHtml(maskedMailAddress(lead.address))}</p><p>Entered on: ${escapeHtml(from)}</p>${agreed}<form method="post" action="/f/-/confirm"><input type="hidden" name="t" value="${escapeHtml(query.t)}"><button class="b">Confirm my email address</button></form>`;
        return html(drawNote(plainStyle, 'en', 'Is this your email address?', inside), 200);
      },
    }),
    route({
      ...anyone,
      method: 'POST',
      path: '/f/-/confirm',
      summary: 'Confirm an email address',
      limit: { name: 'funnel-confirm', max: 60, perSeconds: 3600, by: 'address' },
      async handle({ request }) {
        const lead = await leads.find((await readForm(request, 2000))['t'] ?? '');
        if (!lead) return ended();
        await leads.confirm(lead);
        return confirmed((await leads.byId(lead.id)) ?? lead);
      },
    }),
    ...fileRoutes(pictures),
    route({
      ...anyone,
      method: 'GET',
      path: '/f/:slug',
      summary: 'Show the first page of a published funnel',
      params: one,
      cached: (call) => atHand(call, call.params.slug),
      handle: (call) => show(call, call.params.slug),
    }),
    route({
      ...anyone,
      method: 'GET',
      path: '/f/:slug/:step',
      summary: 'Show a page of a published funnel',
      params: two,
      cached: (call) => atHand(call, call.params.slug, call.params.step),
      handle: (call) => show(call, call.params.slug, call.params.step),
    }),
    route({
      ...anyone,
      method: 'GET',
      path: '/f/:slug/:step/go/:block',
      summary: 'Count a button click and redirect to the button’s target',
      params: z.object({ slug: z.string(), step: z.string(), block: z.string() }),
      query: z.object({ bump: z.optional(z.string()) }),
      handle: (call) => go(call, call.params, call.query.bump === 'yes'),
    }),
    route({
      ...anyone,
      method: 'POST',
      path: '/f/:slug',
      summary: 'Submit the form on the first page',
      params: one,
      limit: perPlace,
      handle: (call) => leave(call, call.params.slug),
    }),
    route({
      ...anyone,
      method: 'POST',
      path: '/f/:slug/:step',
      summary: 'Submit the form on a page',
      params: two,
      limit: perPlace,
      handle: (call) => leave(call, call.params.slug, call.params.step),
    }),
  ];
}

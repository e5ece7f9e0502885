import { escapeHtml } from '#base/escape.ts';
import { mailAddressKey, parseMailAddress, mailAddressWords } from '#base/mail-address.ts';
import { readForm } from '#platform/server/http/body.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import type { RateLimit } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { readGift } from '../rules/gift.ts';
import { drawForm } from '../rules/render/form.ts';
import { drawNote } from '../rules/render/page.ts';
import { sourceOf } from '../rules/visits.ts';
import { createSigner } from '#platform/server/signed.ts';
import type { Leads } from './leads.ts';
import type { LiveFunnel, LivePage } from './live.ts';
import type { Shown } from './split-draw.ts';
import { versionWith } from './versions.ts';
import { type Caller, ended, html } from './page-answers.ts';

const perSender: RateLimit = { name: 'funnel-lead-sender', max: 10, perSeconds: 3600, by: 'address' };
const formSeconds = { least: 1, most: 86_400 };

interface Received {
  answer: Response;
  isNew: boolean;
}
/** Named by the sender: what every object has (`constructor`) is no form of the page, and asks for no consent. */
function formOf({ facts: { forms } }: LivePage, { block = '' }: Record<string, string>) {
  return Object.hasOwn(forms, block) ? forms[block] : undefined;
}
const refused = (answer: Response): Received => ({ answer, isNew: false });

/** Forms of published pages: who sends one is a person, gives one address, and agrees to what is asked. */
export function createForms({ db, clock, secret }: Pick<Platform, 'db' | 'clock' | 'secret'>, leads: Leads) {
  const tokens = createSigner(secret, 'funnel form');
  const count = createRateLimiter(db, clock);
  const freshToken = () => tokens.sign(String(clock.now().getTime()));

  /** The same form once more, with what was typed and what is missing; nothing is lost, and a program has to come twice. */
  function askAgain(page: LivePage, form: Record<string, string>, words: string, status: number): Response {
    const { style, language } = page.facts;
    const consent = formOf(page, form)?.consent ?? '';
    const field = (name: string) => (form[name] ?? '').slice(0, 254);
    const again = drawForm({
      block: field('block'),
      token: freshToken(),
      name: { is: 'typed', value: field('name') },
      email: field('email'),
      consent,
      isAgreed: form['consent'] === 'yes',
      button: 'Send',
    });
    const inside = `<p role="alert">${escapeHtml(words)}</p>${again}`;
    return html(drawNote(style, language, 'One more step', inside), status);
  }

  /** Where no page comes after the form: the file is in the mail, whether the address was new here or not. */
  function sent({ facts: { style, language, doubleOptIn } }: LivePage, name: string): Response {
    const file = escapeHtml(name);
    const words = doubleOptIn
      ? `If we ask you to confirm your email address, do that first. Then we email you a link to ${file}.`
      : `We’ve emailed you a link to ${file}. It can take a few minutes; look in your spam folder, too.`;
    return html(drawNote(style, language, 'Check your email', `<p>${words}</p>`), 200);
  }

  async function receive(
    call: Caller,
    funnel: LiveFunnel,
    at: LivePage,
    shownTo: () => Promise<Shown | null>,
  ): Promise<Received> {
    const form = await readForm(call.request, 10_000);
    const page = versionWith(at, ({ forms }) => forms, form['block'] ?? '');
    const asked = formOf(page, form);
    if (!asked) return refused(ended());
    const gift = readGift(asked.gift?.value ?? '');
    const on =
      gift && page.facts.next === null
        ? sent(page, gift.name)
        : new Response(null, {
            status: 303,
            headers: { location: page.facts.next ?? `/f/${funnel.slug}`, 'cache-control': 'no-store' },
          });
    // Only a program fills in what nobody sees. It is told what it wants to hear.
    if (form['website']) return refused(on);
    const address = parseMailAddress(form['email'] ?? '');
    if (address === null) return refused(askAgain(page, form, mailAddressWords, 400));
    if (asked.consent && form['consent'] !== 'yes')
      return refused(askAgain(page, form, 'Check the box so we can send it to you.', 400));
    const age = (clock.now().getTime() - Number(tokens.read(form['token'] ?? '') ?? Number.NaN)) / 1000;
    if (!(age >= formSeconds.least && age <= formSeconds.most))
      return refused(askAgain(page, form, 'Click “Send” again to confirm you’re human.', 200));
    await count(perSender, mailAddressKey(address));
    const referer = call.request.headers.get('referer');
    const from = referer && URL.canParse(referer) ? new URL(referer).searchParams : new URLSearchParams();
    const isNew = await leads.take({
      ownerId: funnel.ownerId,
      funnelId: funnel.funnelId,
      address,
      name: (form['name'] ?? '')
        .replace(/\p{Cc}+/gu, ' ')
        .toWellFormed()
        .trim()
        .slice(0, 120),
      step: page.facts.name,
      source: sourceOf(from, null, []),
      consentText: asked.consent,
      facts: page.facts,
      gift: gift && { stepId: page.stepId, block: form['block'] ?? '' },
      shown: await shownTo(),
    });
    return { answer: on, isNew };
  }

  return { freshToken, receive };
}

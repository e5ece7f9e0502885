import type { Platform } from '#platform/server/platform.ts';
import { lookOutside } from '#platform/server/webhooks/request.ts';
import { outsideOnly, TargetRefused, type TargetPolicy } from '#platform/server/webhooks/target.ts';
import { addressesOf, isOwnPicture, type MailWords } from '../rules/blocks.ts';
import type { LinkFound, LinksAnswer } from '../rules/contract.ts';
import { addressed, letterOf } from '../rules/letter.ts';
import { heavyPictureBytes } from '../rules/warnings.ts';

/** More links than this are of a catalogue, not of a mail. */
const mostLinks = 40;
const atOnce = 5;
const patienceMs = 5000;

const nobody = { name: '', email: '', shop: '', fields: {} };

/**
 * Whether what a mail links to is there. Members name the addresses, so they are reached as webhooks are: nothing private, no
 * port but the web's, no more than a few at once, and nothing of the answer is shown but whether there is one.
 */
export function createLinkCheck(
  { config, origin }: Pick<Platform, 'config' | 'origin'>,
  given?: TargetPolicy,
) {
  const policy = given ?? outsideOnly(false, config.webhookHosts);
  const anyPort = given !== undefined;
  async function one(link: string, isPicture: boolean): Promise<LinkFound> {
    if (new URL(link).origin === origin()) return { link, state: 'works', words: '' };
    const unknown = (words: string): LinkFound => ({ link, state: 'unknown', words });
    try {
      const found = await lookOutside(link, policy, { timeoutMs: patienceMs, anyPort });
      if (found === null) return unknown('There was no answer. Open it to see why.');
      if (found.status === 404 || found.status === 410)
        return { link, state: 'broken', words: 'This page doesn’t exist.' };
      if (found.status >= 500) return { link, state: 'broken', words: 'The website answers with an error.' };
      if (isPicture && (found.bytes ?? 0) > heavyPictureBytes)
        return { link, state: 'broken', words: 'This picture is larger than 1 MB. Make it smaller.' };
      // Some turn away whoever is no browser: that says nothing about the page.
      if (found.status >= 400) return unknown('The website doesn’t let us look. Open it to check.');
      return { link, state: 'works', words: '' };
    } catch (error) {
      if (error instanceof TargetRefused)
        return { link, state: 'broken', words: 'This address can’t be reached from outside.' };
      return unknown('There was no answer. Open it to see why.');
    }
  }

  return async (words: MailWords): Promise<LinksAnswer> => {
    const { links } = addressed(letterOf(words.blocks, origin()), nobody, () => '');
    const pictures = new Set(
      words.blocks
        .flatMap(addressesOf)
        .filter(([field, to]) => field === 'picture' && to !== '' && !isOwnPicture(to))
        .map(([, to]) => to),
    );
    const all = [...new Set([...links, ...pictures])];
    const asked = all.slice(0, mostLinks);
    const found: LinkFound[] = [];
    for (let from = 0; from < asked.length; from += atOnce)
      found.push(
        ...(await Promise.all(asked.slice(from, from + atOnce).map((link) => one(link, pictures.has(link))))),
      );
    return { links: found, left: all.length - asked.length };
  };
}

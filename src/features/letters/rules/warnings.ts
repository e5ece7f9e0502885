import { type MailWords, textsOf } from './blocks.ts';
import { firstWords, letterOf } from './letter.ts';

/** What is better mended before a mail goes out; it does not keep it back. */

export interface Weighed {
  /** Of the HTML as it is sent. */
  htmlBytes: number;
  /** Postal address of whoever sends it; left out where it is asked for elsewhere on the page. */
  address?: string;
  /** Pictures that the hub hosts, heavier than a phone should load. */
  heavyPictures: number;
}

/** Above it Gmail shows the beginning only. */
export const mostHtmlBytes = 100 * 1024;
export const heavyPictureBytes = 1024 * 1024;

const spam =
  /!{2,}|[$€£]{2,}|\b(?:100 ?% free|act now|click here|buy now|limited time|winner|risk.free|no obligation|cash bonus|double your)\b/i;

export function letterWarnings({ subject, blocks }: MailWords, weighed?: Weighed): string[] {
  const letter = letterOf(blocks, 'https://hub.invalid');
  const text = firstWords(letter);
  const written = blocks.flatMap(textsOf).map(([, words]) => words);
  const warnings: string[] = [];
  const say = (isSo: boolean | undefined, words: string) => {
    if (isSo) warnings.push(words);
  };
  say(text.length < 20, 'There’s hardly any text. Mail with only pictures often lands in spam.');
  say(subject.length > 70, 'The subject is long: phones show about 40 characters.');
  say(
    [subject, ...written].some((words) => spam.test(words)),
    'Some words look like spam, such as “!!”, “act now” or “click here”.',
  );
  say(
    subject.length > 8 && subject === subject.toUpperCase() && /[A-Z]/.test(subject),
    'The subject is all capitals.',
  );
  say(
    letter.some((block) => block.kind === 'picture' && block.alt.trim() === ''),
    'A picture has no words. Say what it shows, for everyone who doesn’t see it.',
  );
  for (const block of blocks) {
    if (block.kind === 'button' && block.link === '') say(true, 'A button has no link, so it isn’t shown.');
    if (block.kind === 'picture' && block.picture === '')
      say(true, 'A picture block has no picture yet, so it isn’t shown.');
    if (block.kind === 'coupon' && block.code === '')
      say(true, 'A coupon block has no code yet, so it isn’t shown.');
    if (block.kind === 'social' && block.links.some(({ name, link }) => name === '' || link === ''))
      say(true, 'A social link without a name or a URL isn’t shown.');
  }
  say(
    written.some((words) =>
      words
        .split('](')
        .slice(1)
        .some((part) => !/^https?:/.test(part) && part.includes(')')),
    ),
    'A link doesn’t start with https://, so it stays text.',
  );
  if (weighed) {
    say(
      weighed.htmlBytes > mostHtmlBytes,
      `This email is ${Math.ceil(weighed.htmlBytes / 1024)} KB. Above 100 KB, Gmail cuts off the rest, including the unsubscribe link.`,
    );
    say(
      weighed.heavyPictures > 0,
      'A picture is larger than 1 MB. It loads slowly on a phone: make it smaller.',
    );
    say(
      weighed.address?.trim() === '',
      'Your postal address is missing. The law asks for it in marketing email; add it in the Cart recovery settings.',
    );
  }
  return [...new Set(warnings)];
}

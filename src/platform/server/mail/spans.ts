import type { MailSpan } from './message.ts';
import { escape, light, multiline } from './paint.ts';

export function htmlSpans(spans: MailSpan[]): string {
  return spans
    .map(({ text: words, strong, slanted, url }) => {
      let inner = multiline(words);
      if (slanted) inner = `<em>${inner}</em>`;
      if (strong) inner = `<strong>${inner}</strong>`;
      return url === undefined
        ? inner
        : `<a class="link" href="${escape(url)}" style="color:${light.pen}">${inner}</a>`;
    })
    .join('');
}

/** A link's URL follows its text, unless the text is the URL. */
export const textSpans = (spans: MailSpan[]): string =>
  spans
    .map(({ text: words, url }) =>
      url === undefined || words === url || `${words}/` === url ? words : `${words} (${url})`,
    )
    .join('');

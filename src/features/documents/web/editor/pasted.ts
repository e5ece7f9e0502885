/**
 * What Word, Google Docs, Notion and the web put into the clipboard, as plain HTML that says what it meant: lists that were
 * drawn with signs, bold that is a style, and without what was deleted or remarked. Works in a document that runs nothing.
 */
export function meant(body: HTMLElement): void {
  // A text that somebody still reviews: what is struck out and what was said about it stays behind.
  for (const gone of body.querySelectorAll(
    'del, .MsoCommentReference, .msocomanchor, hr.msocomoff, [style*="mso-element:comment"]',
  ))
    gone.remove();
  // Google wraps everything in a bold that is none.
  for (const bold of body.querySelectorAll<HTMLElement>('b, strong'))
    if (/^(?:normal|[1-4]00)$/.test(bold.style.fontWeight)) bold.replaceWith(...bold.childNodes);
  for (const span of body.querySelectorAll<HTMLElement>('span[style]')) sayStyle(span);
  for (const link of body.querySelectorAll<HTMLAnchorElement>('a[href^="https://www.google.com/url?"]')) {
    const target = new URL(link.href).searchParams.get('q');
    if (target) link.setAttribute('href', target);
  }
  for (const box of body.querySelectorAll('blockquote, pre, summary, address, figcaption, dt, dd'))
    asParagraphs(box);
  drawnLists(body);
}

function sayStyle(span: HTMLElement): void {
  const { fontWeight, fontStyle, textDecorationLine, textDecoration } = span.style;
  const line = `${textDecorationLine} ${textDecoration}`;
  const isLinked = span.closest('a') !== null;
  const names = [
    /^(?:bold|[6-9]00)$/.test(fontWeight) && 'strong',
    fontStyle === 'italic' && 'em',
    line.includes('underline') && !isLinked && 'u',
    line.includes('line-through') && 's',
  ].filter((name) => name !== false);
  for (const name of names) {
    const around = span.ownerDocument.createElement(name);
    around.append(...span.childNodes);
    span.append(around);
  }
}

/** Boxes that the editor does not have stay apart from each other as paragraphs. */
function asParagraphs(box: Element): void {
  if (box.querySelector('p, div, ul, ol, table, h1, h2, h3')) return box.replaceWith(...box.childNodes);
  const lines = box.tagName === 'PRE' ? (box.textContent ?? '').replace(/\n$/, '').split('\n') : null;
  const made = box.ownerDocument.createElement('p');
  if (lines === null) made.append(...box.childNodes);
  else
    for (const [at, line] of lines.entries())
      made.append(...(at > 0 ? [box.ownerDocument.createElement('br')] : []), line);
  return box.replaceWith(made);
}

/** Word's lists are paragraphs with a sign in front and a level in their style. */
function drawnLists(body: HTMLElement): void {
  const open: { list: Element; level: number }[] = [];
  let last: Element | null = null;
  for (const paragraph of body.querySelectorAll('p, h1, h2, h3, h4')) {
    const sign = paragraph.querySelector('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]');
    const level = Number(/mso-list:[^;:]*?level(\d)/.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 0);
    if (level === 0) continue;
    const words = (sign?.textContent ?? '').trim();
    sign?.remove();
    // The numbers of headings are made anew.
    if (paragraph.tagName !== 'P') continue;
    if (last === null || last.nextElementSibling !== paragraph) open.length = 0;
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop();
    const top = open.at(-1);
    const item = body.ownerDocument.createElement('li');
    if (top && top.level === level) {
      top.list.append(item);
      paragraph.remove();
    } else {
      const list = body.ownerDocument.createElement(
        /^\(?(?:\d+|[a-z]|[ivx]+)[.)]$/i.test(words) ? 'ol' : 'ul',
      );
      if (/^\(?[a-z][.)]$/i.test(words)) list.setAttribute('type', 'a');
      list.append(item);
      if (top) {
        (top.list.lastElementChild ?? top.list).append(list);
        paragraph.remove();
      } else {
        paragraph.replaceWith(list);
        last = list;
      }
      open.push({ list, level });
    }
    const inner = body.ownerDocument.createElement('p');
    inner.append(...paragraph.childNodes);
    item.append(inner);
  }
}

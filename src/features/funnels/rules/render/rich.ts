import { escapeHtml } from '#base/escape.ts';

/**
 * What somebody typed as text: paragraphs, lists, **bold**, *italic*, [words](address). No markup of theirs is ever
 * taken over: everything is escaped first, and only what stands here is made of it.
 */
export function richText(text: string, hrefOf: (typed: string) => string | null): string {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => paragraph(part.split('\n'), hrefOf))
    .join('');
}

function paragraph(lines: string[], hrefOf: (typed: string) => string | null): string {
  const html: string[] = [];
  let open: { tag: 'ul' | 'ol' | 'p'; parts: string[] } | null = null;
  const close = () => {
    if (!open) return;
    const { tag, parts } = open;
    html.push(
      tag === 'p'
        ? `<p>${parts.join('<br>')}</p>`
        : `<${tag}>${parts.map((part) => `<li>${part}</li>`).join('')}</${tag}>`,
    );
    open = null;
  };
  for (const line of lines) {
    const [, mark = '', item] = /^([-*•]|\d{1,3}[.)])\s+(\S.*)$/.exec(line.trimStart()) ?? [];
    const tag = item === undefined ? 'p' : /^\d/.test(mark) ? 'ol' : 'ul';
    if ((open as { tag: string } | null)?.tag !== tag) close();
    open ??= { tag, parts: [] };
    open.parts.push(inline(item ?? line.trim(), hrefOf));
  }
  close();
  return html.join('');
}

/** Stands for a link while marks are looked for, so that a link may stand in bold; nobody can type it. */
const hold = '\ue000';

/** Marks that hold one another only in this order, so that none can reach out of its own. */
function inline(text: string, hrefOf: (typed: string) => string | null): string {
  const links: string[] = [];
  const held = text
    .replaceAll(hold, '')
    .split(/(\[[^\][\n]{1,300}\]\([^()\s]{1,1000}\))/)
    .map((part, index) => {
      const [, words = '', address = ''] =
        index % 2 === 1 ? (/^\[([^\][]*)\]\(([^()]*)\)$/.exec(part) ?? []) : [];
      const href = index % 2 === 1 ? hrefOf(address) : null;
      if (href === null) return part;
      links.push(`<a href="${escapeHtml(href)}">${marks(words)}</a>`);
      return hold;
    })
    .join('');
  return marks(held).replaceAll(hold, () => links.shift() ?? '');
}

const marks = (text: string): string =>
  escapeHtml(text)
    .replace(/\*\*([^*\n]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<!\*)\*([^*\n]+)\*(?!\*)/g, '<em>$1</em>');

import { Lexer, type Token, type Tokens } from 'marked';
import { unescapeHtml } from '#base/escape.ts';
import type { MailBlock, MailSpan } from '#platform/server/mail/message.ts';
import type { MarkdownFile } from '#platform/server/site/front-matter.ts';
import { mistake, SiteMistake } from '#platform/server/site/mistakes.ts';

const takes =
  'headings, paragraphs, lists, quotes, code, lines, links or images, which every mail client can show';

/** An issue's Markdown as the one mail layout knows it. What a mail cannot carry is refused, never dropped. */
export function mailBlocks(
  file: Pick<MarkdownFile, 'path' | 'body' | 'bodyLine'>,
  origin: string,
): MailBlock[] {
  const mistakes: string[] = [];
  let line = file.bodyLine;

  const refuse = (what: string): void => {
    mistakes.push(mistake(file.path, line, `got ${what}, expected ${takes}`));
  };
  const address = (href: string): string | undefined => {
    const url = URL.canParse(href, origin) ? new URL(href, origin) : undefined;
    if (url && ['http:', 'https:'].includes(url.protocol)) return url.href;
    refuse(`a link to ${JSON.stringify(href)}`);
    return undefined;
  };

  function spans(tokens: Token[] | undefined, style: Omit<MailSpan, 'text'> = {}): MailSpan[] {
    return (tokens ?? []).flatMap((token): MailSpan[] => {
      switch (token.type) {
        case 'strong':
          return spans(token.tokens, { ...style, strong: true });
        case 'em':
          return spans(token.tokens, { ...style, slanted: true });
        case 'del':
          return spans(token.tokens, style);
        case 'link': {
          const url = address((token as Tokens.Link).href);
          return spans(token.tokens, url === undefined ? style : { ...style, url });
        }
        case 'br':
          return [{ text: '\n' }];
        case 'text':
        case 'paragraph':
          return token.tokens
            ? spans(token.tokens, style)
            : [{ ...style, text: unescapeHtml(String(token.text)) }];
        case 'codespan':
        case 'escape':
          return [{ ...style, text: unescapeHtml(String(token.text)) }];
        case 'image':
          refuse('an image inside a sentence (move it to its own paragraph)');
          return [];
        case 'space':
          return [];
        default:
          refuse(token.type === 'html' ? 'HTML' : `a ${token.type}`);
          return [];
      }
    });
  }

  function block(token: Token): MailBlock[] {
    switch (token.type) {
      case 'space':
        return [];
      case 'heading': {
        const text = spans(token.tokens)
          .map((span) => span.text)
          .join('');
        return [
          (token as Tokens.Heading).depth === 1 ? { kind: 'heading', text } : { kind: 'subheading', text },
        ];
      }
      case 'paragraph':
        return paragraph(token as Tokens.Paragraph);
      case 'blockquote':
        return (token.tokens ?? [])
          .filter((inner) => inner.type !== 'space')
          .map((inner) => ({ kind: 'quote', spans: spans([inner]) }));
      case 'list': {
        const list = token as Tokens.List;
        const items = list.items.map((item) => {
          if (item.tokens.some((inner) => inner.type === 'list')) refuse('a list inside a list');
          return spans(item.tokens.filter((inner) => inner.type !== 'list'));
        });
        return [{ kind: 'list', ordered: list.ordered, items }];
      }
      case 'code':
        return [{ kind: 'code', text: (token as Tokens.Code).text }];
      case 'hr':
        return [{ kind: 'rule' }];
      default:
        refuse(token.type === 'html' ? 'HTML' : `a ${token.type}`);
        return [];
    }
  }

  /** A picture alone is a picture; a strong link alone is the button that the issue leads to. */
  function paragraph(token: Tokens.Paragraph): MailBlock[] {
    const [only, ...more] = token.tokens;
    if (only && more.length === 0) {
      if (only.type === 'image') {
        const { href, text } = only as Tokens.Image;
        const url = address(href);
        return url === undefined ? [] : [{ kind: 'picture', url, alt: unescapeHtml(text) }];
      }
      const [inside, ...others] = spans(token.tokens);
      if (inside?.url !== undefined && inside.strong && others.length === 0)
        return [{ kind: 'button', label: inside.text, url: inside.url }];
    }
    return [{ kind: 'prose', spans: spans(token.tokens) }];
  }

  const blocks: MailBlock[] = [];
  for (const token of new Lexer({ gfm: true }).lex(file.body)) {
    blocks.push(...block(token));
    line += token.raw.split('\n').length - 1;
  }
  if (mistakes.length > 0) throw new SiteMistake(mistakes);
  return blocks;
}

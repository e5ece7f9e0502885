import { assertNever } from '#base/assert.ts';
import { escapeHtml } from '#base/escape.ts';
import { hasRightToLeft, lineRightToLeft } from './direction.ts';
import { type Block, type Doc, type Run, runsText, runText } from '../assembly/doc.ts';

export interface HtmlOptions {
  /** The plain-language summary of each clause under its heading. */
  summaries?: boolean;
  notice?: boolean;
}

/**
 * The document as HTML with classes of no meaning to anybody else, to be styled, saved, edited. Numbers stand in the
 * text, so that they survive copying.
 */
export function toHtml(doc: Doc, { summaries = false, notice = true }: HtmlOptions = {}): string {
  const parts = doc.blocks.map((block) => blockHtml(block, summaries));
  if (notice && doc.notice) parts.push(`<p class="doc-notice"><small>${escapeHtml(doc.notice)}</small></p>`);
  return parts.join('\n');
}

function blockHtml(block: Block, summaries: boolean): string {
  const inner = (blocks: Block[]): string => blocks.map((one) => blockHtml(one, summaries)).join('\n');
  switch (block.b) {
    case 'title':
      return `<h1${way(block.runs)}>${runsHtml(block.runs)}</h1>`;
    case 'part':
      return `<h1 id="${escapeHtml(block.id)}" class="doc-part"${way(block.runs)}>${runsHtml(block.runs)}</h1>`;
    case 'clause': {
      const heading = `<h2 id="${escapeHtml(block.id)}"${why(block.why)}${way(block.heading)}>${block.number && `<span class="doc-number">${block.number}.</span> `}${runsHtml(block.heading)}</h2>`;
      const summary =
        summaries && block.summary.length > 0
          ? `<aside class="doc-summary"><p>${runsHtml(block.summary)}</p></aside>`
          : '';
      return [heading, summary, inner(block.blocks)].filter(Boolean).join('\n');
    }
    case 'sub': {
      const id = block.id ? ` id="${escapeHtml(block.id)}"` : '';
      return [
        `<p${id} class="doc-sub"${why(block.why)}${way(block.runs)}><span class="doc-number">${block.number}</span> ${runsHtml(block.runs)}</p>`,
        inner(block.blocks),
      ]
        .filter(Boolean)
        .join('\n');
    }
    case 'para':
      return `<p${block.side ? ` style="text-align:${block.side}"` : ''}${why(block.why)}${way(block.runs)}>${runsHtml(block.runs)}</p>`;
    case 'heading':
      return `<h3${way(block.runs)}>${runsHtml(block.runs)}</h3>`;
    case 'list': {
      const items = block.items
        .map(
          (item) =>
            `<li${way(item.runs)}>${runsHtml(item.runs)}${item.blocks.length > 0 ? `\n${inner(item.blocks)}` : ''}</li>`,
        )
        .join('\n');
      const side = way(block.items.flatMap(({ runs }) => runs));
      return block.style === 'bullet'
        ? `<ul${side}>\n${items}\n</ul>`
        : `<ol${block.style === 'letter' ? ' type="a"' : ''}${side}>\n${items}\n</ol>`;
    }
    case 'table':
      return tableHtml(block);
    case 'signatures':
      return `<div class="doc-signatures">\n${block.parties.map(signatureHtml).join('\n')}\n</div>`;
    case 'page':
      return '<hr class="doc-page">';
    default:
      return assertNever(block);
  }
}

/** Said where letters run both ways: a sentence keeps its own, whatever an answer in it begins with. */
const way = (runs: Run[]): string =>
  hasRightToLeft(runsText(runs)) ? ` dir="${lineRightToLeft(runs) ? 'rtl' : 'ltr'}"` : '';

const why = (words?: string): string => (words ? ` data-why="${escapeHtml(words)}"` : '');

function tableHtml({ head, rows, align }: Extract<Block, { b: 'table' }>): string {
  const cell = (tag: 'th' | 'td', runs: Run[], index: number): string => {
    const side = align[index] === 'end' ? ' align="right"' : '';
    return `<${tag}${tag === 'th' ? ' scope="col"' : ''}${side}${way(runs)}>${runsHtml(runs)}</${tag}>`;
  };
  const row = (tag: 'th' | 'td', cells: Run[][]): string =>
    `<tr>${cells.map((runs, index) => cell(tag, runs, index)).join('')}</tr>`;
  const top = head.length > 0 ? `<thead>${row('th', head)}</thead>\n` : '';
  return `<table${way([...head, ...rows.flat()].flat())}>\n${top}<tbody>\n${rows.map((cells) => row('td', cells)).join('\n')}\n</tbody>\n</table>`;
}

function signatureHtml({ heading, lines }: Extract<Block, { b: 'signatures' }>['parties'][number]): string {
  const rows = lines
    .map(
      ({ label, runs }) =>
        `<tr><th scope="row">${escapeHtml(label)}</th><td${way(runs)}>${runsHtml(runs) || '\u00a0'}</td></tr>`,
    )
    .join('');
  return `<div class="doc-signature"><p${way(heading)}><strong>${runsHtml(heading)}</strong></p><table><tbody>${rows}</tbody></table></div>`;
}

const runsHtml = (runs: Run[]): string => runs.map(runHtml).join('');

function runHtml(run: Run): string {
  switch (run.r) {
    case 'text':
      return styled(escapeHtml(run.text), run);
    case 'value':
      return styled(`<span data-field="${escapeHtml(run.field)}">${escapeHtml(run.text)}</span>`, run);
    case 'blank':
      return `<mark class="doc-blank" data-field="${escapeHtml(run.field)}">${escapeHtml(runText(run))}</mark>`;
    case 'term':
      return `“<strong>${escapeHtml(run.text)}</strong>”`;
    case 'ref':
      return `<a href="#${escapeHtml(run.id)}">${escapeHtml(run.text)}</a>`;
    case 'break':
      return '<br>';
    default:
      return assertNever(run);
  }
}

type Manner = Partial<Omit<Extract<Run, { r: 'text' }>, 'r' | 'text'>>;

function styled(html: string, { bold, italic, underline, strike, href }: Manner): string {
  let made = italic ? `<em>${html}</em>` : html;
  if (bold) made = `<strong>${made}</strong>`;
  if (underline) made = `<u>${made}</u>`;
  if (strike) made = `<s>${made}</s>`;
  return href ? `<a href="${escapeHtml(href)}">${made}</a>` : made;
}

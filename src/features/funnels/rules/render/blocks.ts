import { type Block, type Funnel, type Step, widths } from '../contract.ts';
import { readMoment } from '../make.ts';
import { childrenOf } from '../nesting.ts';
import { drawForm } from './form.ts';
import { hrefOf, readVideo, stepPath } from './link.ts';
import { lookClasses } from './looks.ts';
import { type Around, button, esc, heading, image, type Inside, rich, value, words } from './parts.ts';

export type { Around, Marks, ProductWords } from './parts.ts';

type Draw = (block: Block, inside: Inside) => string;

/** Leads past the hub, where the press is counted; what it leads to stands in the published page, not in the address. */
export const goPath = (funnel: Funnel, step: Step, block: Block): string =>
  `/f/${funnel.slug}/${step.slug}/go/${block.id}`;

/** Its yes goes past the hub, too: what was wanted on the way here is paid before anybody is thanked. */
export const yesOf = (decision: string): string => `${decision}-yes`;

const draws: Record<Block['type'], Draw> = {
  hero(block, inside) {
    const picture = image(block.values, true);
    const { funnel, step, marks } = inside;
    const said = [
      words('p', block, 'kicker', inside, undefined, 'kk'),
      heading(block, inside),
      rich(block, 'lead', inside, undefined, 'r ld'),
      button(
        value(block, 'button'),
        hrefOf(value(block, 'link'), funnel, step),
        marks?.text(block, 'button'),
      ),
      words('p', block, 'note', inside, undefined, 'q'),
    ].join('');
    return picture
      ? `<div class="w s"><div class="r">${said}</div><div class="pic">${picture}</div></div>`
      : `<div class="w">${said}</div>`;
  },
  text: (block, inside) => `<div class="w">${heading(block, inside)}${rich(block, 'body', inside)}</div>`,
  image(block, inside) {
    const picture = image(block.values);
    return picture
      ? `<div class="w"><figure>${picture}${words('figcaption', block, 'caption', inside)}</figure></div>`
      : '';
  },
  video(block) {
    const video = readVideo(value(block, 'video'));
    if (!video) return '';
    const title = value(block, 'title') || 'Play the video';
    const facts = `href="${esc(video.page)}" data-play="${esc(video.source)}" data-as="${video.as}" data-title="${esc(title)}"`;
    return `<div class="w"><a class="v" ${facts}>${image(block.values)}<span>${esc(title)}</span></a></div>`;
  },
  features: (block, inside) =>
    `<div class="w">${heading(block, inside)}<div class="g">${block.items
      .map(
        (_, at) =>
          `<div class="r">${words('h3', block, 'title', inside, at)}${rich(block, 'body', inside, at)}</div>`,
      )
      .join('')}</div></div>`,
  testimonials: (block, inside) =>
    `<div class="w">${heading(block, inside)}<div class="g${layoutOf(block)}">${block.items
      .map((item, at) => {
        const name = words('b', block, 'name', inside, at);
        const role = words('span', block, 'role', inside, at);
        const portrait = image({ picture: item['picture'] ?? '', alt: '' });
        const who = name || role ? `<figcaption>${portrait}<div>${name}${role}</div></figcaption>` : '';
        return `<figure><blockquote>${rich(block, 'body', inside, at)}</blockquote>${who}</figure>`;
      })
      .join('')}</div></div>`,
  pricing: (block, inside) =>
    `<div class="w">${heading(block, inside)}<div class="g pl">${block.items
      .map((item, at) => {
        const per = words('small', block, 'per', inside, at);
        const price = words('span', block, 'price', inside, at);
        const href = hrefOf(item['link'] ?? '', inside.funnel, inside.step);
        const act = button(item['button'] ?? '', href, inside.marks?.text(block, 'button', at));
        return `<div class="o${item['best'] ? ' best' : ''}">${words('h3', block, 'title', inside, at)}${price ? `<p class="p">${price} ${per}</p>` : ''}${rich(block, 'body', inside, at)}${act}</div>`;
      })
      .join('')}</div></div>`,
  countdown(block, inside) {
    const until = readMoment(value(block, 'until'));
    if (!until) return '';
    const past = value(block, 'past') || '–';
    const date = new Intl.DateTimeFormat(inside.funnel.settings.language, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    }).format(until);
    return `<div class="w">${heading(block, inside)}<p class="cd" data-until="${until.toISOString()}" data-past="${esc(past)}"><time datetime="${until.toISOString()}">${date} UTC</time></p></div>`;
  },
  offer(block, inside) {
    const { funnel, step } = inside;
    const product = value(block, 'product') ? inside.product(value(block, 'product')) : null;
    const sold = value(block, 'product')
      ? product !== null
      : hrefOf(value(block, 'link'), funnel, step) !== null;
    const name = value(block, 'title') || product?.title || '';
    const price = product?.price ?? value(block, 'price');
    // What the hub asks is no reduction of anything that is only said here.
    const was = product ? '' : value(block, 'was');
    const bumped =
      product && value(block, 'bumpProduct') ? inside.product(value(block, 'bumpProduct')) : null;
    const bump = !product || bumped ? value(block, 'bump') || (bumped?.title ?? '') : '';
    const bumpPrice = bumped?.price ?? value(block, 'bumpPrice');
    const label = value(block, 'button') || 'Buy';
    const go = esc(goPath(funnel, step, block));
    const action = !sold
      ? ''
      : bump && (bumped || hrefOf(value(block, 'bumpLink'), funnel, step) !== null)
        ? `<form method="get" action="${go}"><label class="k"><input type="checkbox" name="bump" value="yes"><span>${esc(bump)}${bumpPrice ? ` <strong>${esc(bumpPrice)}</strong>` : ''}</span></label><button class="b">${esc(label)}</button></form>`
        : `<a class="b" href="${go}">${esc(label)}</a>`;
    const mark = value(block, 'title') ? (inside.marks?.text(block, 'title') ?? '') : '';
    const title = name ? `<${inside.heading}${mark}>${esc(name)}</${inside.heading}>` : '';
    const amount = price ? `<p class="p">${was ? `<s>${esc(was)}</s> ` : ''}${esc(price)}</p>` : '';
    return `<div class="w"><div class="o">${title}${amount}${rich(block, 'body', inside)}${action}</div></div>`;
  },
  faq: (block, inside) =>
    `<div class="w">${heading(block, inside)}<div>${block.items
      .map(
        (_, at) =>
          `<details>${words('summary', block, 'question', inside, at) || '<summary></summary>'}${rich(block, 'answer', inside, at)}</details>`,
      )
      .join('')}</div></div>`,
  optin(block, inside) {
    const form = drawForm({
      block: block.id,
      action: stepPath(inside.funnel, inside.step),
      ...(value(block, 'name') && { name: { is: 'asked' } }),
      consent: value(block, 'consent'),
      button: value(block, 'button') || 'Send',
    });
    return `<div class="w"><div class="r">${heading(block, inside)}${rich(block, 'body', inside)}</div>${form}</div>`;
  },
  columns: (block, inside) =>
    `<div class="w">${heading(block, inside)}<div class="g">${block.items
      .map(
        (item, at) =>
          `<div class="r"${inside.marks?.column(block, at) ?? ''}>${image(item)}${words('h3', block, 'title', inside, at)}${rich(block, 'body', inside, at)}${inside.column(at)}</div>`,
      )
      .join('')}</div></div>`,
  decision(block, inside) {
    const { funnel, step } = inside;
    // A product of this hub is added by the button beside its price, and by no other.
    const isSoldHere = step.blocks.some(
      ({ type, values }) => type === 'offer' && inside.product(values['product'] ?? ''),
    );
    const onward = hrefOf('next', funnel, step) && yesOf(goPath(funnel, step, block));
    const yes = isSoldHere ? '' : button(value(block, 'yes'), onward);
    const leadsOn = step.decline ?? step.next;
    const no =
      value(block, 'no') && leadsOn !== null
        ? `<p><a href="${esc(goPath(funnel, step, block))}">${esc(value(block, 'no'))}</a></p>`
        : '';
    return `<div class="w">${yes}${no}</div>`;
  },
};

const layoutOf = (block: Block): string =>
  /^(?:wall|single)$/.test(value(block, 'layout')) ? ` ${value(block, 'layout')}` : '';

const hasTitle = (block: Block, around: Around): boolean =>
  Boolean(block.values['title'] || (block.values['product'] && around.product(block.values['product'])));
const titled = new Set<Block['type']>([
  'hero',
  'text',
  'features',
  'testimonials',
  'offer',
  'pricing',
  'faq',
  'optin',
  'columns',
]);

/** The blocks of a step as sections, those in columns inside of theirs. */
export function drawBlocks(around: Around): string {
  const { blocks } = around.step;
  const top = blocks.filter(({ within }) => within === undefined);
  const first = top.find((block) => titled.has(block.type) && hasTitle(block, around));
  // What a button higher up can lead to.
  const places = new Map(
    (['offer', 'optin'] as const).map((type) => [blocks.find((block) => block.type === type), type]),
  );
  const draw = (block: Block, level: Inside['heading']): string => {
    const below = level === 'h1' || (level === 'h2' && block.values['title']) ? 'h3' : 'h2';
    const column = (index: number) =>
      childrenOf(blocks, block)
        .filter(({ within }) => within?.column === index)
        .map((child) => draw(child, below))
        .join('');
    const html = draws[block.type](block, { ...around, heading: level, column });
    const mark = around.marks?.block(block) ?? '';
    if (html === '' && mark === '') return '';
    const place = places.get(block);
    const id = place ? ` id="${place === 'optin' ? 'form' : place}"` : '';
    const tag = block.within ? 'div' : 'section';
    return `<${tag} class="${classesOf(block)}"${id}${mark}>${html}</${tag}>`;
  };
  return top.map((block) => draw(block, block === first ? 'h1' : 'h2')).join('');
}

const classesOf = (block: Block): string =>
  [
    block.type,
    block.within && 'n',
    block.tone,
    block.align === 'center' && 'c',
    block.alignPhone === 'center' && block.align !== 'center' && 'cp',
    block.alignPhone === 'start' && block.align === 'center' && 'sp',
    block.show === 'phone' && 'ph',
    block.show === 'desktop' && 'd',
    ...widths.flatMap((width) => lookClasses(width, block.at?.[width])),
  ]
    .filter(Boolean)
    .join(' ');

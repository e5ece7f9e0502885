import type { Sheet } from '#features/documents/rules/formats/sheet.ts';
import { mm, muted, type Setting } from './setting.ts';

/** The company's name, logo and addresses at the head of the first page, for a document that is branded. */
export function setLetterhead(at: Setting, { brand }: Sheet): void {
  if (!brand) return;
  const indent = brand.logo ? mm(brand.logo.width + 4) : 0;
  const contact = brand.contact.map((text) => piece(text, brand.secondary));
  const aside = Math.min(at.measure / 2, Math.max(0, ...contact.map((one) => at.wide([one]))));
  const name = at.lines(
    [{ text: brand.name, face: 'bold', size: 13, color: brand.primary }],
    at.measure - indent - aside - mm(4),
  );
  const rows = contact.flatMap((one) => at.lines([one], aside + 1));
  const high = Math.max(at.tall(rows, 8), at.tall(name, 13), brand.logo ? mm(brand.logo.height) : 0);
  const { y, page } = at;
  const part = at.part('P');
  if (brand.logo) {
    const { width, height } = brand.logo;
    page.as(at.part('Figure', at.root, { alt: brand.name }), () =>
      page.picture(at.left, y - (high + mm(height)) / 2, mm(width), mm(height)),
    );
  }
  name.forEach((line, index) => {
    const base = y - (high - at.tall(name, 13)) / 2 - at.tall(name.slice(0, index + 1), 13);
    page.as(part, () => page.line(line, at.left + indent, base));
  });
  rows.forEach((line, index) => {
    const base = y - (high - at.tall(rows, 8)) / 2 - at.tall(rows.slice(0, index + 1), 8);
    page.as(part, () => at.line(line, { x: at.left, width: at.measure, y: base, side: 'end' }));
  });
  at.y = y - high - mm(2.5);
  page.as(null, () => page.rule(at.left, at.left + at.measure, at.y, 0.6, brand.secondary));
  at.after(mm(11));
}

/** What stands above and below the text of each page, once it is known how many there are. */
export function setMargins(at: Setting, { doc, brand, draft }: Sheet): void {
  const both = (page: Setting['pages'][number], y: number, left: string, right: string) => {
    const room = (at.measure - mm(6)) / 2;
    const [first, second] = [at.lines([piece(left)], room)[0], at.lines([piece(right)], room)[0]];
    page.as(null, () => {
      if (first) page.line(first, at.left, y);
      if (second) page.line(second, at.left + at.measure - second.width, y);
    });
  };
  for (const page of at.pages) {
    const number = `Page ${page.index + 1} of ${at.pages.length}`;
    both(page, mm(27 - 12), draft ? 'Draft: the marked places are still blank.' : '', number);
    if (page.index > 0) both(page, at.height - mm(18), brand?.name ?? '', doc.title);
  }
}

const piece = (text: string, color = muted) => ({ text, face: 'regular' as const, size: 8, color });

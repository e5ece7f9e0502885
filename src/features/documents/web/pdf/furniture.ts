import type { Sheet } from '#features/documents/rules/formats/sheet.ts';
import type { Contents } from '#features/documents/rules/formats/furniture.ts';
import { black } from './page.ts';
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
export function setMargins(at: Setting, { doc, running, draft, mark }: Sheet): void {
  const both = (page: Setting['pages'][number], y: number, left: string, right: string) => {
    const room = at.measure - mm(6);
    const second = at.lines([piece(right)], room / 2)[0];
    const first = at.lines([piece(left)], room - (second?.width ?? 0))[0];
    page.as(null, () => {
      if (first) page.line(first, at.left, y);
      if (second) page.line(second, at.left + at.measure - second.width, y);
    });
  };
  for (const page of at.pages) {
    const number = `Page ${page.index + 1} of ${at.pages.length}`;
    both(page, mm(27 - 12), draft ? 'Draft: the marked places are still blank.' : mark, number);
    if (page.index > 0) both(page, at.height - mm(18), running, doc.title);
  }
}

/**
 * Where the parts begin: two columns, read down, the left one first. Their pages are known at the end, so what is
 * answered draws them.
 */
export function setContents(at: Setting, entries: readonly Entry[]): () => void {
  const [size, gap, between] = [9, mm(9), mm(2)];
  const wide = (at.measure - gap) / 2;
  const [forNumber, forPage] = [mm(7.5), mm(7)];
  const rows = entries.map(({ id, words }) =>
    at.lines(
      [{ text: words, face: 'regular', size, color: black, link: `#${id}` }],
      wide - forNumber - forPage,
    ),
  );
  const half = Math.ceil(rows.length / 2);
  const sides = [rows.slice(0, half), rows.slice(half)];
  const tall = (side: typeof rows) =>
    side.reduce((sum, lines) => sum + at.tall(lines, size, 0.5) + between, -between);
  const high = Math.max(...sides.map(tall));
  const head = at.lines([piece('Contents')], at.measure);
  at.fit(at.tall(head, 8) + mm(3) + high, mm(5));
  at.space(mm(5));
  const { page } = at;
  const titled = at.part('P');
  at.y -= at.tall(head, 8);
  page.as(titled, () => head.forEach((line) => page.line(line, at.left, at.y)));
  const top = at.y - mm(3);
  const late: (() => void)[] = [];
  sides.forEach((side, index) => {
    const x = at.left + index * (wide + gap);
    let y = top;
    side.forEach((lines, row) => {
      const { id, number } = entries[index * half + row] as Entry;
      const part = at.part('P');
      const first = y - (lines[0]?.high ?? 0);
      const small = (text: string) => at.lines([{ text, face: 'regular', size, color: black }], wide)[0];
      const counted = number === '' ? undefined : small(number);
      if (counted) page.as(part, () => page.line(counted, x, first));
      lines.forEach((line, down) =>
        page.as(part, () => page.line(line, x + forNumber, y - at.tall(lines.slice(0, down + 1), size, 0.5))),
      );
      const spot = page.drawn.push('') - 1;
      late.push(() => {
        const line = small(String((at.places.get(id)?.page ?? 0) + 1));
        if (!line) return;
        const end = page.drawn.length;
        page.as(part, () => page.line(line, x + wide - line.width, first));
        page.drawn[spot] = page.drawn.splice(end).join('\n');
      });
      y -= at.tall(lines, size, 0.5) + between;
    });
  });
  at.y = top - high;
  at.after(mm(9));
  return () => late.forEach((draw) => draw());
}

type Entry = Contents['entries'][number];

const piece = (text: string, color = muted) => ({ text, face: 'regular' as const, size: 8, color });

import { slugOf } from '#base/slug.ts';
import { Problem } from '#base/problem.ts';
import type { Draft } from '#base/render.ts';
import type { Asked, DeskField } from '#platform/server/desk.ts';
import type { TextEnding } from '#platform/server/site/own-texts.ts';
import { editMarkdownFile } from '#platform/server/site/edit-front-matter.ts';
import type { FormText } from '#platform/server/site/save-text.ts';

/** Texts of one kind, each a file in a folder of site/. */
export interface TextKind {
  /** Of the room. */
  path: string;
  /** Inside site/, and inside the words that ship. */
  folder: string;
  /** Of its files; without it, ".md". */
  ending?: TextEnding;
  title: string;
  /** In the middle of a sentence: "page". */
  one: string;
  lead: string;
  /** What an address ends in, such as "imprint", for its hint. */
  such: string;
  /** What its name is for, where that is more than an address. */
  naming?: Pick<DeskField, 'label' | 'hint'>;
  /** What `note` of a live one says. */
  column: string;
  form(slug: string): FormText;
  /** As visitors would see it. */
  draft(slug: string, text: string): Draft | Promise<Draft>;
  /** What is public now. */
  live(): { slug: string; title: string; note: string }[];
  /** Where it is read. */
  address(slug: string): string;
  /** Throws a SiteMistake if the hub couldn't start without this one. */
  proveWithout?(slug: string): void;
  /** What is wrong with files that were changed by hand: each is as it was before until it is corrected. */
  broken?(): string[];
  /** Why it has to stay where visitors find it, such as a product that sells it, and the page about that; null if nothing does. */
  needed?(slug: string): Promise<{ words: string; href: string; link: string } | null>;
  /** Of a kind that is checked while it is written: the title in a file, and the same text under another one. */
  file?: { titleIn(text: string): string; titled?(text: string, title: string): string };
  /** Why one isn’t public that nobody took off, in a few words for a list. */
  whyNot?(slug: string, text: string): string | null;
  /** Of a kind that can be taken off the site and put back: whether this one is off. */
  isHidden?(slug: string, text: string): boolean;
}

/**
 * What is off the site is looked at and held against the rules as if it were on it, so that putting it on it is a press
 * that can be relied upon.
 */
export function heldAsPublic(kind: TextKind): TextKind {
  const { isHidden } = kind;
  if (!isHidden) return kind;
  const shown = (slug: string, text: string): string => {
    const all = isHidden(slug, text) ? withoutHiding(kind, text) : text;
    return saysNothing(all) ? text : all;
  };
  return {
    ...kind,
    draft: (slug, text) => kind.draft(slug, shown(slug, text)),
    form(slug) {
      const form = kind.form(slug);
      return {
        ...form,
        prove(text) {
          form.prove(text);
          if (shown(slug, text) !== text) form.prove(shown(slug, text));
        },
      };
    },
  };
}

/** A file that says no more than that it is off the site, as for a text that comes with the hub. */
export const onlyHides = (kind: Pick<TextKind, 'ending'>, text: string): boolean =>
  saysNothing(withoutHiding(kind, text));

const withoutHiding = ({ ending = '.md' }: Pick<TextKind, 'ending'>, text: string): string =>
  editMarkdownFile(`text${ending}`, text, { hidden: undefined });

export const saysNothing = (text: string): boolean => /^(?:---\r?\n---|(?:\{\})?)$/.test(text.trim());

export const isSlug = (text: string): boolean => text.length <= 60 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);

export const addressField = ({ such, one, address, naming }: TextKind): DeskField => ({
  name: 'address',
  label: 'Address',
  hint: `What the ${one}’s address ends in: ${address(such)}. It stays for good. Empty: made from the title.`,
  ...naming,
});

export const at = (field: string, words: string): Problem =>
  new Problem('bad_request', `Nothing was saved. ${words}`, { fields: { [field]: words } });

/** The address as it was typed, or what the title makes of it. */
export function slugFrom(form: Asked, file?: TextKind['file']): string {
  const typed = form['address']?.trim() ?? '';
  const title =
    file && form['title'] === undefined ? file.titleIn(form['file'] ?? '') : (form['title'] ?? '');
  const slug = typed || slugOf(title);
  if (slug === '') throw at(file ? 'address' : 'title', 'A title is needed, or an address.');
  if (!isSlug(slug))
    throw at('address', 'Lowercase letters, digits and single hyphens, up to 60, such as imprint.');
  return slug;
}

/** "2026-11-28T15-18-00-123Z" as "2026-11-28 15:18". */
export const minuteOf = (name: string): string =>
  name
    .slice(0, 16)
    .replace('T', ' ')
    .replace(/-(\d\d)$/, ':$1');

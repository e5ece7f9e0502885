import { Problem } from '#base/problem.ts';
import type { DeskAct, DeskField, Question } from '#platform/server/desk.ts';
import { changeSite } from '#platform/server/site/change-text.ts';
import { editMarkdownFile } from '#platform/server/site/edit-front-matter.ts';
import { isWhole } from '#platform/server/site/text-form.ts';
import { blankFields, draftText, saveText, textFields } from '#platform/server/site/save-text.ts';
import { assertReadable, restoreAct } from './restore-text.ts';
import { addressField, at, onlyHides, saysNothing, slugFrom, type TextKind } from './text-kind.ts';
import type { TextParts, TextShelf } from './text-shelf.ts';

/** What an operator does with texts of one kind: each change writes the file that an editor would. */
export function textActs(
  parts: TextParts,
  kind: TextKind,
  { find, fileOf, versionOf }: TextShelf,
): DeskAct[] {
  const { db, site, origin } = parts;
  const { texts } = site;
  const upper = kind.one.charAt(0).toUpperCase() + kind.one.slice(1);

  /** “About”, for the heads of pages that ask. */
  const named = (slug: string): string =>
    `“${kind.live().find((each) => each.slug === slug)?.title ?? slug}”`;

  return [
    {
      name: 'new',
      label: `New ${kind.one}`,
      button: `Create ${kind.one}`,
      isOfPage: true,
      isChecked: kind.file !== undefined,
      async ask() {
        const [was, first, ...rest] = blankFields(kind.form(kind.such));
        // A whole file comes last: it is long.
        const all = isWhole(kind.form(kind.such).fields)
          ? [was, addressField(kind), first]
          : [was, first, addressField(kind), ...rest];
        return {
          words: kind.isHidden
            ? 'Look at it first with Preview.'
            : 'It is public as soon as you save. Look at it first with Preview.',
          fields: [...all.filter((field) => field !== undefined), ...(kind.isHidden ? [whoSees] : [])],
        };
      },
      async preview(_id, form) {
        const slug = slugFrom(form, kind.file);
        return kind.draft(slug, await draftText(texts, kind.form(slug), form));
      },
      act: (_id, form) =>
        changeSite({ db, site }, async () => {
          const slug = slugFrom(form, kind.file);
          if (await texts.read(fileOf(slug))) throw at('address', `Another ${kind.one} has this address.`);
          const isHidden = kind.isHidden !== undefined && form['visitors'] === 'later';
          const { also, ...text } = kind.form(slug);
          const done = await saveText(
            texts,
            { ...text, also: { ...also, ...(isHidden && { hidden: 'true' }) } },
            { ...form, was: '' },
          );
          return {
            ...done,
            words: made(upper, slug, isHidden),
            goOn: `${kind.path}/${slug}`,
          };
        }),
    },
    {
      name: 'edit',
      label: 'Edit',
      button: 'Save',
      isChecked: kind.file !== undefined,
      async ask(slug, _by, typed) {
        const { from, text } = await find(slug);
        const isHidden = kind.isHidden?.(slug, text) ?? false;
        if (isHidden && onlyHides(kind, text)) throw offTheSite();
        return {
          title: `Edit ${named(slug)}`,
          words: `${isHidden ? 'Visitors don’t see it until you put it on the site.' : 'Public as soon as you save.'}${from === 'own' ? '' : ' This text comes with the hub; your changes go into a copy in site/.'}`,
          fields: await textFields(texts, kind.form(slug), typed),
        };
      },
      async preview(slug, form) {
        await find(slug);
        return kind.draft(slug, await draftText(texts, kind.form(slug), form));
      },
      act: (slug, form) =>
        changeSite({ db, site }, async () => {
          const { text } = await find(slug);
          const wasHidden = kind.isHidden?.(slug, text) ?? false;
          if (wasHidden && onlyHides(kind, text)) throw offTheSite();
          if (!wasHidden && kind.isHidden?.(slug, form['file'] ?? '')) await assertUnneeded(slug, 'file');
          return saveText(texts, kind.form(slug), form);
        }),
    },
    {
      name: 'remove',
      label: 'Delete',
      async ask(slug) {
        await find(slug);
        const words = (await texts.shipped(fileOf(slug)))
          ? 'The text that comes with the hub is public again. Yours is kept among the versions.'
          : 'Its address answers “not found” from then on. The text is kept, and can be put back.';
        return { title: `Delete ${named(slug)}`, words, fields: [], ...(await neededFor(slug)) };
      },
      act: (slug) =>
        changeSite({ db, site }, async () => {
          const { from, text } = await find(slug);
          const isShipped = (await texts.shipped(fileOf(slug))) !== null;
          if (from === 'shipped')
            throw new Problem('conflict', `This ${kind.one} comes with the hub and can’t be deleted.`);
          if (!isShipped) await assertUnneeded(slug);
          assertReadable(() => kind.proveWithout?.(slug));
          await texts.remove(fileOf(slug));
          return {
            words: isShipped
              ? 'The text that comes with the hub is public again.'
              : `${upper} deleted. It can be put back, under Deleted.`,
            before: { file: fileOf(slug), characters: text.length },
            ...(isShipped ? {} : { goOn: kind.path }),
          };
        }),
    },
    ...(kind.file?.titled ? [duplicateAct(kind.file.titled)] : []),
    restoreAct({ db, site }, async (id) => {
      const version = await versionOf(id);
      if (!version) throw new Problem('not_found');
      const { slug, name, text } = version;
      return {
        path: fileOf(slug),
        name,
        text,
        draft: () => kind.draft(slug, text),
        prove: () => kind.form(slug).prove(text),
        goOn: `${kind.path}/${slug}`,
      };
    }),
    ...(kind.isHidden ? hidingActs() : []),
  ];

  /** What was made, and where it is. */
  function made(name: string, slug: string, isHidden: boolean): string {
    return isHidden
      ? `${name} made. Visitors don’t see it until you put it on the site.`
      : `${name} made: ${origin()}${kind.address(slug)}`;
  }

  function offTheSite(): Problem {
    return new Problem(
      'conflict',
      `This ${kind.one} is off the site: put it on the site first, and edit it then.`,
    );
  }

  /** A text of the operator's own that begins as another one. */
  function duplicateAct(titled: (text: string, title: string) => string): DeskAct {
    return {
      name: 'duplicate',
      label: 'Duplicate',
      async ask(slug) {
        await find(slug);
        return {
          title: `Duplicate ${named(slug)}`,
          words: 'A copy of your own. The title inside its text stays until you edit it.',
          fields: [
            { name: 'title', label: 'Title', hint: 'Up to 80 characters; in lists.' },
            addressField(kind),
            ...(kind.isHidden ? [{ ...whoSees, value: 'later' }] : []),
          ],
        };
      },
      act: (from, form) =>
        changeSite({ db, site }, async () => {
          const { text } = await find(from);
          const title = form['title']?.trim() ?? '';
          if (title === '' || title.length > 80)
            throw at('title', 'A title of up to 80 characters is needed.');
          const slug = slugFrom(form, kind.file);
          if (await texts.read(fileOf(slug))) throw at('address', `Another ${kind.one} has this address.`);
          const isHidden = kind.isHidden !== undefined && form['visitors'] === 'later';
          const same = titled(text, title);
          const copy = isHidden
            ? editMarkdownFile(texts.pathOf(fileOf(slug)), same, { hidden: 'true' })
            : same;
          assertReadable(() => kind.form(slug).prove(copy));
          await texts.write(fileOf(slug), copy);
          return {
            words: made(title, slug, isHidden),
            goOn: `${kind.path}/${slug}`,
            after: { file: fileOf(slug), from },
          };
        }),
    };
  }

  /** What stands in front of the button where something needs it, with the way there. */
  async function neededFor(slug: string): Promise<Partial<Question>> {
    const needed = await kind.needed?.(slug);
    return needed
      ? { words: needed.words, blocks: [{ is: 'link', text: needed.link, href: needed.href }] }
      : {};
  }

  async function assertUnneeded(slug: string, field?: string): Promise<void> {
    const needed = await kind.needed?.(slug);
    if (needed)
      throw new Problem('conflict', needed.words, {
        ...(field !== undefined && { fields: { [field]: needed.words } }),
      });
  }

  /** The text stays as it is, with one key that takes it off the site. */
  function hidingActs(): DeskAct[] {
    const set = (slug: string, isHidden: boolean) =>
      changeSite({ db, site }, async () => {
        const { text, from } = await find(slug);
        const path = texts.pathOf(fileOf(slug));
        if (kind.isHidden?.(slug, text) === isHidden)
          return { words: `It is ${isHidden ? 'off' : 'on'} the site already.`, after: {} };
        if (isHidden) await assertUnneeded(slug);
        const before = isHidden && from === 'shipped' ? (kind.ending === '.yaml' ? '' : '---\n---\n') : text;
        const edited = editMarkdownFile(path, before, { hidden: isHidden ? 'true' : undefined });
        if (saysNothing(edited)) {
          assertReadable(() => kind.proveWithout?.(slug));
          await texts.remove(fileOf(slug));
        } else {
          assertReadable(() => kind.form(slug).prove(edited));
          await texts.write(fileOf(slug), edited);
        }
        return {
          words: isHidden ? `${upper} taken off the site.` : `${upper} is on the site again.`,
          before: { public: isHidden ? 'yes' : 'no' },
          after: { public: isHidden ? 'no' : 'yes' },
        };
      });
    return [
      {
        name: 'hide',
        label: 'Take off the site',
        async ask(slug) {
          await find(slug);
          return {
            title: `Take ${named(slug)} off the site`,
            words: `Visitors don’t see this ${kind.one} any more. You can put it back.`,
            fields: [],
            ...(await neededFor(slug)),
          };
        },
        act: (slug) => set(slug, true),
      },
      {
        name: 'show',
        label: 'Put on the site',
        async ask(slug) {
          await find(slug);
          return {
            title: `Put ${named(slug)} on the site`,
            words: `Visitors see this ${kind.one} again, as it was.`,
            fields: [],
          };
        },
        act: (slug) => set(slug, false),
      },
    ];
  }
}

const whoSees: DeskField = {
  name: 'visitors',
  label: 'Visitors',
  value: 'now',
  options: [
    { value: 'now', label: 'see it at once' },
    { value: 'later', label: 'don’t see it until you put it on the site' },
  ],
};

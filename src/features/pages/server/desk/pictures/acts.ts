import { Problem } from '#base/problem.ts';
import type { DeskAct, DeskField, Done, GivenFile } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { changeSite } from '#platform/server/site/change-text.ts';
import { editMarkdownFile } from '#platform/server/site/edit-front-matter.ts';
import type { PictureFiles, PictureSlot } from '#platform/server/site/own-pictures.ts';
import { minuteOf } from '../text-kind.ts';
import { brandFiles, endingOf, freeName, leftWords, readGiven, refuse } from './given.ts';
import { type PictureShelf, typeOf } from './shelf.ts';
import { brandSlot, imageSlot } from './slots.ts';

const accepted = 'image/png,image/jpeg,image/webp,image/svg+xml';
const kindWords: Record<string, string> = {
  'image/svg+xml': 'an SVG',
  'image/png': 'a PNG',
  'image/webp': 'a WebP',
  'image/jpeg': 'a JPEG',
};
const mostAtOnce = 20;
const mostPictures = 500;

/** Each change writes the files that an editor would, and is public when it is done. */
export function pictureActs({ db, site }: Pick<Platform, 'db' | 'site'>, shelf: PictureShelf): DeskAct[] {
  const { pictures, texts } = site;
  const change = <T>(work: () => Promise<T>) => changeSite({ db, site }, work);
  const titleOf = ({ id }: PictureSlot) => brandSlot(id)?.title ?? id;

  const fieldOf = (slot: PictureSlot): DeskField => {
    const brand = brandSlot(slot.id);
    const type = typeOf(slot.id);
    return {
      name: 'given',
      label: 'New picture',
      kind: 'files',
      accept: brand ? accepted : type,
      hint: brand?.hint ?? 'Its name and address stay, so every page shows it at once.',
      ...(brand && { copies: brand.copies }),
    };
  };

  async function filesFor(slot: PictureSlot, given: readonly GivenFile[]) {
    const images = await readGiven(given);
    const [image] = images;
    if (!image || images.length > 1) throw refuse('Choose one picture.');
    const brand = brandSlot(slot.id);
    if (brand) return { images, files: brandFiles(brand, image) };
    const type = typeOf(slot.id);
    if (typeOf(`x${endingOf[image.picture.kind]}`) !== type)
      throw refuse(
        `Only ${kindWords[type] ?? 'its own kind'} can take the place of ${slot.id}. Add ${image.name} under a name of its own.`,
      );
    return { images, files: new Map([[`images/${slot.id}`, image.picture.bytes]]) };
  }

  /** A logo that hub.md names by another name would still stand before this one. */
  async function dropLogoKey(slot: PictureSlot): Promise<void> {
    if (slot.id !== 'logo' || (await shelf.logoKey()) === null) return;
    const hub = await texts.read('hub.md');
    if (hub)
      await texts.write('hub.md', editMarkdownFile(texts.pathOf('hub.md'), hub.text, { logo: undefined }));
  }

  const record = (files: PictureFiles) =>
    [...files].map(([path, bytes]) => `${path} (${bytes.length} bytes)`).join(', ') || 'none';

  return [
    {
      name: 'add',
      label: 'Add pictures',
      isOfPage: true,
      ask: async () => ({
        words: 'PNG, JPEG, WebP or SVG. Each gets an address that pages and projects can show it by.',
        fields: [
          {
            name: 'given',
            label: 'Pictures',
            kind: 'files',
            accept: accepted,
            hint: `Up to ${mostAtOnce} at once. Large photos are made smaller.`,
          },
        ],
      }),
      act: (_id, _form, _by, given) =>
        change(async () => {
          const images = await readGiven((await given?.files('given')) ?? []);
          if (images.length === 0) throw refuse('Choose a picture.');
          if (images.length > mostAtOnce) throw refuse(`Choose up to ${mostAtOnce} at once.`);
          const taken = new Set([
            ...shelf.imageNames(),
            ...(await pictures.names()),
            ...(await pictures.kept()),
          ]);
          if (taken.size + images.length > mostPictures)
            throw refuse(`A site has room for ${mostPictures} pictures. Remove one first.`);
          const names: string[] = [];
          for (const image of images) {
            const name = freeName(image, (one) => taken.has(one));
            taken.add(name);
            names.push(name);
            await pictures.change(imageSlot(name), new Map([[`images/${name}`, image.picture.bytes]]));
          }
          const [first = ''] = names;
          return {
            words: `Added: ${names.join(', ')}.${leftWords(images)}`,
            after: { added: names.join(', ') },
            ...(names.length === 1 && { goOn: `images/${first}` }),
          };
        }),
    },
    {
      name: 'change',
      label: 'Change picture',
      button: 'Save',
      async ask(id) {
        const { slot } = await shelf.find(id);
        return {
          title: `Change “${titleOf(slot)}”`,
          words: 'Public as soon as you save. The picture of before is kept among the versions.',
          fields: [fieldOf(slot)],
        };
      },
      async preview(id, _form, given) {
        const { slot } = await shelf.find(id);
        const { files } = await filesFor(slot, (await given?.files('given')) ?? []);
        const words = site.words();
        const about = site.page('about');
        const [path, bytes] = [...files][0] ?? [];
        if (!about || path === undefined || bytes === undefined) throw new Problem('not_found');
        const { asks: _unsaid, ...page } = about;
        const src = `data:${typeOf(path)};base64,${Buffer.from(bytes).toString('base64')}`;
        if (slot.id === 'logo') return { address: '/about', data: page, site: { ...words, logo: src } };
        const html = `<p><img src="${src}" alt=""></p>`;
        if (slot.id === 'icon')
          return {
            address: '/about',
            data: page,
            site: { ...words, ...(words.logo === null && { logo: src }) },
          };
        return { address: '/about', data: { ...page, title: titleOf(slot), html, toc: [] } };
      },
      act: (id, _form, _by, given) =>
        change(async () => {
          const { slot } = await shelf.find(id);
          const { images, files } = await filesFor(slot, (await given?.files('given')) ?? []);
          const before = await pictures.read(slot);
          if (before.size === 0 && shelf.addressOf(id) === null && !brandSlot(id))
            throw new Problem('not_found', 'This picture was removed.');
          await pictures.change(slot, files);
          await dropLogoKey(slot);
          return {
            words: `${titleOf(slot)} changed.${leftWords(images)}`,
            before: { files: record(before) },
            after: { files: record(files) },
          };
        }),
    },
    {
      name: 'remove',
      label: 'Remove',
      async ask(id) {
        const { slot } = await shelf.find(id);
        const words = brandSlot(id)
          ? 'What comes with the hub is shown again. Yours is kept among the versions.'
          : 'Its address answers “not found” from then on, also in emails that were sent. It is kept, and can be put back.';
        return { title: `Remove “${titleOf(slot)}”`, words, fields: [] };
      },
      act: (id) =>
        change(async (): Promise<Done> => {
          const { slot } = await shelf.find(id);
          const before = await pictures.read(slot);
          const isNamed = slot.id === 'logo' && (await shelf.logoKey()) !== null;
          if (before.size === 0 && !isNamed)
            throw new Problem('conflict', 'There is no picture of yours here. It may have been removed.');
          const uses = brandSlot(id) ? [] : await shelf.usesOf(id);
          const isLeft = brandSlot(id) !== undefined || (await site.isShippedImage(id));
          // The hub would not start with a hole in a page.
          if (uses.length > 0 && !isLeft)
            throw new Problem('conflict', `Nothing was removed. It is in use: ${uses.join(', ')}.`);
          await dropLogoKey(slot);
          await pictures.change(slot, new Map());
          return {
            words: `${titleOf(slot)} removed. It can be put back, under ${brandSlot(id) || isLeft ? 'Versions' : 'Removed'}.`,
            before: { files: record(before) },
            ...(brandSlot(id) || isLeft ? {} : { goOn: 'images' }),
          };
        }),
    },
    {
      name: 'restore',
      label: 'Use this version again',
      async ask(id) {
        const { version } = await shelf.find(id);
        const minute = minuteOf(version?.name ?? '');
        return { words: `The picture of ${minute} is public again. What is there now is kept.`, fields: [] };
      },
      act: (id) =>
        change(async () => {
          const { slot, version } = await shelf.find(id);
          if (!version) throw new Problem('not_found');
          const before = await pictures.read(slot);
          await pictures.change(slot, version.files);
          await dropLogoKey(slot);
          return {
            words: `The picture of ${minuteOf(version.name)} is public again.`,
            goOn: `images/${slot.id}`,
            before: { files: record(before) },
            after: { version: version.name, files: record(version.files) },
          };
        }),
    },
  ];
}

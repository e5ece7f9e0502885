import { sizeWords } from '#base/size-words.ts';
import { Problem } from '#base/problem.ts';
import type { DeskBlock, DeskCell, DeskPage, Sheet, ShownPicture } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { PictureFiles, PictureSlot } from '#platform/server/site/own-pictures.ts';
import { minuteOf } from '../text-kind.ts';
import { pictureActs } from './acts.ts';
import { createPictureShelf, isSmallEnough, typeOf } from './shelf.ts';
import { brandSlot, brandSlots, imageSlot } from './slots.ts';

type Parts = Pick<Platform, 'db' | 'site' | 'clock'>;

const href = (id: string) => `/images/${encodeURIComponent(id)}`;

/** The pictures of site/: the ones on every page, and those that pages and projects show. */
export function picturesRoom(parts: Parts): DeskPage {
  const { site } = parts;
  const { pictures } = site;
  const shelf = createPictureShelf(site);

  const brandPicture = async (slot: (typeof brandSlots)[number]): Promise<ShownPicture> => {
    const isOwn = (await pictures.read(slot)).size > 0 || (slot.id === 'logo' && site.words().logo !== null);
    const src = shelf.addressOf(slot.id);
    return {
      title: slot.title,
      note: isOwn ? 'Yours' : slot.id === 'logo' ? 'None yet: the app icon is shown' : 'Comes with the hub',
      href: href(slot.id),
      ...(src !== null && { src }),
    };
  };

  async function removed(): Promise<DeskCell[][]> {
    const rows: DeskCell[][] = [];
    for (const name of await pictures.kept()) {
      if (brandSlot(name) || shelf.addressOf(name) !== null) continue;
      const [last] = await pictures.versions(imageSlot(name));
      if (last)
        rows.push([
          { text: name, href: href(`${name}@${last.name}`) },
          `removed ${last.at.toISOString().slice(0, 10)}`,
        ]);
    }
    return rows;
  }

  async function one(slot: PictureSlot): Promise<Sheet> {
    const brand = brandSlot(slot.id);
    const own = await pictures.read(slot);
    const src = shelf.addressOf(slot.id);
    const versions = await pictures.versions(slot);
    if (!brand && src === null && versions.length === 0)
      throw new Problem('not_found', 'This picture isn’t here.');
    const isNamed = slot.id === 'logo' && (await shelf.logoKey()) !== null;
    const uses = brand ? [] : await shelf.usesOf(slot.id);
    const bytes = [...own.values()].reduce((sum, each) => sum + each.length, 0);
    const only = [
      ...(src !== null || brand ? ['change'] : []),
      ...(own.size > 0 || isNamed ? ['remove'] : []),
    ];
    return {
      title: brand?.title ?? slot.id,
      ...(brand && { lead: brand.shows }),
      blocks: [
        { is: 'acts', id: slot.id, only },
        ...(src === null
          ? []
          : [{ is: 'pictures', pictures: [{ title: '', src }], isLarge: true } as DeskBlock]),
        {
          is: 'facts',
          facts: [
            ['From', own.size > 0 || isNamed ? 'yours' : src === null ? 'none' : 'comes with the hub'],
            ...(bytes > 0 ? [['Size', sizeWords(bytes)] as [string, string]] : []),
            ...(brand
              ? []
              : ([['In use', uses.length === 0 ? 'nowhere' : uses.join(', ')]] as [string, string][])),
          ],
        },
        ...(brand || src === null
          ? []
          : [
              {
                is: 'code',
                title: 'In the text of a page',
                text: `![What it shows](/images/${slot.id})`,
              } as DeskBlock,
            ]),
        {
          is: 'table',
          title: 'Versions',
          columns: [{ head: 'In use until (UTC)' }],
          rows: versions.map(({ name }) => [{ text: minuteOf(name), href: href(`${slot.id}@${name}`) }]),
          empty: 'What was here before a change will stand here.',
        },
      ],
    };
  }

  return {
    path: 'images',
    title: 'Images',
    right: 'content',
    acts: pictureActs(parts, shelf),
    async list() {
      const gone = await removed();
      const brand = await Promise.all(brandSlots.map(brandPicture));
      const own = new Set(await pictures.names());
      const names = shelf.imageNames();
      return {
        title: 'Images',
        lead: 'Files in site/. Places where a photo was taken, and anything in an SVG that isn’t drawing, are left out of what you add here.',
        blocks: [
          { is: 'acts', id: '', only: ['add'] },
          { is: 'pictures', title: 'On every page', pictures: brand },
          {
            is: 'pictures',
            title: 'For pages and projects',
            pictures: names.map((name) => ({
              title: name,
              note: own.has(name) ? 'Yours' : 'Comes with the hub',
              href: href(name),
              src: shelf.addressOf(name) ?? '',
            })),
          },
          ...(gone.length > 0
            ? [
                {
                  is: 'table',
                  title: 'Removed',
                  columns: [{ head: 'Picture' }, { head: 'State' }],
                  rows: gone,
                  empty: '',
                } as DeskBlock,
              ]
            : []),
        ],
      };
    },
    async one(id) {
      const { slot, version } = await shelf.find(id);
      if (!version) return one(slot);
      const title = brandSlot(slot.id)?.title ?? slot.id;
      return {
        title: `${title}, ${minuteOf(version.name)}`,
        lead: `In use until ${minuteOf(version.name)} UTC.`,
        blocks: [
          { is: 'acts', id, only: ['restore'] },
          { is: 'pictures', pictures: shownFiles(version.files), isLarge: true },
          { is: 'link', text: `All of ${title}`, href: href(slot.id) },
        ],
      };
    },
  };
}

/** Nobody can ask for them by an address: they stand in the page itself. */
const shownFiles = (files: PictureFiles): ShownPicture[] =>
  [...files].map(([path, bytes]) => ({
    title: path,
    note: sizeWords(bytes.length),
    ...(isSmallEnough(bytes) && {
      src: `data:${typeOf(path)};base64,${Buffer.from(bytes).toString('base64')}`,
    }),
  }));

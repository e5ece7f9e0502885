import type { DeskField } from '#platform/server/desk.ts';
import type { PictureSlot } from '#platform/server/site/own-pictures.ts';

/** A picture of every page, as the desk speaks of it. */
export interface BrandSlot extends PictureSlot {
  title: string;
  hint: string;
  /** Drawn by the browser from what is chosen. */
  copies: NonNullable<DeskField['copies']>;
  /** Which of its files stands for it where it is shown. */
  shown: string;
  shows: string;
}

const square = (name: string, side: number, more: object = {}) => ({
  name,
  width: side,
  height: side,
  fit: 'cover' as const,
  ...more,
});

export const brandSlots: readonly BrandSlot[] = [
  {
    id: 'logo',
    title: 'Logo',
    files: ['logo.svg', 'logo.webp', 'logo.png', 'logo.jpg', 'logo.jpeg'],
    hint: 'SVG, PNG, JPEG or WebP. At the top of every page, and in emails.',
    copies: [{ name: 'mail', width: 600, height: 200, fit: 'inside' }],
    shown: 'logo',
    shows: 'At the top of every page, and in emails.',
  },
  {
    id: 'icon',
    title: 'App icon',
    files: [
      'mark.svg',
      'favicon.png',
      'apple-touch-icon.png',
      'icon-192.png',
      'icon-512.png',
      'icon-maskable-512.png',
    ],
    hint: 'One square picture of at least 512 by 512; every size is made from it.',
    copies: [
      square('favicon', 48),
      square('apple-touch-icon', 180, { isOpaque: true }),
      square('icon-192', 192),
      square('icon-512', 512),
      square('icon-maskable-512', 512, { isOpaque: true, margin: 0.1 }),
    ],
    shown: 'icon-192.png',
    shows: 'In browser tabs, on home screens, and as the mark of a site without a logo.',
  },
  {
    id: 'share',
    title: 'Share picture',
    files: ['og.png'],
    hint: 'Wide, such as 1200 by 630; what sticks out is cut off.',
    copies: [{ name: 'og', width: 1200, height: 630, fit: 'cover' }],
    shown: 'og.png',
    shows: 'Where somebody shares a link to your hub.',
  },
];

export const brandSlot = (id: string): BrandSlot | undefined => brandSlots.find((slot) => slot.id === id);

/** One of site/images: its name is its address in pages, and stays. */
export const imageSlot = (name: string): PictureSlot => ({ id: name, files: [`images/${name}`] });

export const isImageName = (text: string): boolean =>
  /^[\w-][\w.-]{0,80}\.(?:svg|png|webp|jpe?g)$/i.test(text) && !text.includes('..');

export const slotOf = (id: string): PictureSlot | null =>
  brandSlot(id) ?? (isImageName(id) ? imageSlot(id) : null);

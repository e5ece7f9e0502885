import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Draft } from '#base/render.ts';
import type { Asked } from '#platform/server/desk.ts';
import { parseMarkdownFile, readFrontMatter } from '#platform/server/site/front-matter.ts';
import { sortMistakes } from '#platform/server/site/front-matter-form.ts';
import { renderMarkdown } from '#platform/server/site/markdown.ts';
import { SiteMistake } from '#platform/server/site/mistakes.ts';
import type { ProductPage } from '../../rules/contract.ts';
import type { ProductImage } from '../../rules/product.ts';
import { productSchema, type ProductKeys } from '../product-schema.ts';
import { type PictureBlob, readPictureSet } from '../read-pictures.ts';
import { editTexts, mergeForm, valuesOf } from './form.ts';
import { formFields } from './form-fields.ts';
import { fieldProblem } from './proof.ts';
import type { Standing } from './standing.ts';

const wordsOfFault = 'Something is missing or can’t be read as it is.';
/** Larger ones are left out of a preview: they would stand in the page itself. */
const mostPictureBytes = 3_000_000;
/** Eight of them stand in one form. */
const mostThumbBytes = 500_000;

/**
 * The page of a product with what was typed into its form, also where the file says something else by now. Files and
 * pictures may still be missing.
 */
export async function previewOf(product: Standing, form: Asked): Promise<Draft> {
  const { id, folder } = product;
  const path = join(folder, 'product.md');
  const texts = { product: product.text, licence: product.licence?.text ?? null };
  const { changes, conflicts } = mergeForm(form, valuesOf(path, texts));
  const typed = Object.fromEntries(Object.keys(conflicts).map((name) => [name, form[name] ?? '']));
  const { product: text, mistyped } = editTexts(path, texts, { ...changes, ...typed });
  if (Object.keys(mistyped).length > 0) throw fieldProblem(named(mistyped), () => wordsOfFault);
  const { keys, body, missing } = readKeys(path, text);
  const files = missing.includes('files') ? [] : keys.files;
  const page: ProductPage = {
    id,
    title: keys.title,
    summary: keys.summary,
    kind: keys.kind,
    tags: keys.tags,
    priceCents: keys.price,
    version: keys.changelog[0]?.version ?? '',
    updated: keys.changelog[0]?.date ?? '',
    changelog: keys.changelog,
    licence: { name: keys.licence.name, words: keys.licence.words },
    unlocks: keys.unlocks ?? [],
    html: renderMarkdown(body).html,
    images: missing.includes('images') ? [] : await picturesOf(folder, keys.images),
    files: await Promise.all(
      files.map(async ({ file, name, words, pages = null }) => ({
        name: name ?? basename(file),
        words,
        pages,
        bytes: (await stat(join(folder, file)).catch(() => null))?.size ?? 0,
        holds: null,
      })),
    ),
    related: [],
  };
  return { address: `/product/${id}`, data: page };
}

function readKeys(path: string, text: string): { keys: ProductKeys; body: string; missing: string[] } {
  try {
    const file = parseMarkdownFile(path, text);
    const data = file.data as Readonly<Record<string, unknown>>;
    const stand = { files: [{ file: 'a', words: 'a' }], images: [{ file: 'a', alt: 'a' }] };
    const missing = Object.keys(stand).filter((key) => !data[key]);
    const keys = readFrontMatter({ ...file, data: { ...stand, ...withoutEmpty(data) } }, productSchema);
    return { keys, body: file.body, missing };
  } catch (error) {
    if (!(error instanceof SiteMistake)) throw error;
    const { fields, lines } = sortMistakes(error, path, formFields);
    const others = lines.map(({ key, says }) => [key, `${key}: ${says}.`]);
    const faults = Object.keys(fields).length > 0 ? named(fields) : Object.fromEntries(others);
    throw fieldProblem(faults as Record<string, string>, () => wordsOfFault);
  }
}

const withoutEmpty = (data: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));

const named = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    formFields.flatMap(({ name, label }) => (name in fields ? [[name, `${label}: ${fields[name]}`]] : [])),
  );

/** In the page itself: a picture has no address before its product is on sale. */
async function picturesOf(folder: string, images: ProductKeys['images']): Promise<ProductImage[]> {
  const found = images.map(async ({ file, alt }) => {
    const src = await shownPicture(folder, file, (blobs) => blobs.toReversed(), mostPictureBytes);
    return src === null ? [] : [{ src, alt }];
  });
  return (await Promise.all(found)).flat();
}

/** A picture of a list, as small as it lies there. */
export const thumbOf = (folder: string, file: string): Promise<string | null> =>
  shownPicture(folder, file, (blobs) => blobs, mostThumbBytes);

/** The first that isn't too large, as a data URL; null for what is no picture. */
async function shownPicture(
  folder: string,
  file: string,
  order: (blobs: PictureBlob[]) => PictureBlob[],
  mostBytes: number,
): Promise<string | null> {
  const at = { file, line: 1, key: 'images' };
  const set = await readPictureSet(folder, file, '', at).catch((error: unknown) => {
    if (error instanceof SiteMistake) return null;
    throw error;
  });
  const blob = order(set?.blobs ?? []).find((each) => each.open().length <= mostBytes);
  if (!blob) return null;
  const type = /\.svg$/.test(blob.name)
    ? 'svg+xml'
    : /\.jpe?g$/.test(blob.name)
      ? 'jpeg'
      : blob.name.split('.').pop();
  return `data:image/${type};base64,${Buffer.from(blob.open()).toString('base64')}`;
}

import { isOwnContentURL, isTemplateId, type SavedTemplate } from './contract.ts';
import { defaultName, savedBranding, savedField } from './record.ts';
import { sizes } from './sizes.ts';
import { say } from './words.ts';

type Bag = Record<string, unknown>;

/**
 * The one gate for stored records, of whichever shape, version or intent: a sound record, or null where nothing can
 * be told of it. What is not of its kind gets its default; a content address that leads elsewhere is dropped.
 */
export function repairRecord(value: unknown): SavedTemplate | null {
  const bag = bagOf(value);
  if (!bag) return null;
  const data = bagOf(own(bag, 'data'));
  // Of any length: the whole of a cut text is a record as well.
  const content =
    textOf(own(bag, 'content'), Infinity) ?? (data && textOf(own(data, 'content'), Infinity)) ?? '';
  const userId = textOf(own(bag, 'userId'), 100);
  const id = textOf(own(bag, 'id'), 64) ?? idOfSimple(bag, data);
  if (!userId || !isTemplateId(id)) return null;

  const createdAt =
    timeOf(own(bag, 'createdAt')) ?? timeOf(own(bag, 'timestamp')) ?? new Date(0).toISOString();
  const updatedAt = timeOf(own(bag, 'updatedAt')) ?? createdAt;
  const url = own(bag, 'contentURL');
  const isStored = own(bag, 'isStoredInStorage') === true || url !== undefined;
  const hasURL = isOwnContentURL(url, id);
  const isCompressed =
    own(bag, 'isCompressed') === true || (data ? own(data, 'isCompressed') === true : false);
  const original = count(own(bag, 'originalContentLength')) ?? (data && count(own(data, 'originalSize')));
  const loadError =
    isStored && !hasURL && !content ? say('contentElsewhere') : textOf(own(bag, 'loadError'), 400);
  const storageNote = textOf(own(bag, 'storageNote'), 1000);
  const branding = savedBranding(own(bag, 'branding'));

  return {
    id,
    userId,
    name: textOf(own(bag, 'name'), 400) || textOf(own(bag, 'template'), 400) || defaultName,
    content,
    fields: fieldsOf(own(bag, 'fields')),
    formData: { ...bagOf(own(bag, 'formData')) },
    createdAt,
    updatedAt,
    originalContentLength: original ?? content.length,
    compressedContentLength: count(own(bag, 'compressedContentLength')) ?? content.length,
    isCompressed,
    isBranded: own(bag, 'isBranded') === true,
    branding,
    ...(hasURL && {
      contentURL: url,
      isStoredInStorage: true,
      contentLength: count(own(bag, 'contentLength')) ?? 0,
    }),
    ...(own(bag, 'isLoadedFromStorage') === true && { isLoadedFromStorage: true }),
    ...(loadError && { loadError }),
    ...(own(bag, 'isEmergencySaved') === true && { isEmergencySaved: true }),
    ...(storageNote && { storageNote }),
    ...unsentOf(bagOf(own(bag, 'unsent'))),
  };
}

/** What a storage key holds, as sound records: no JSON, no list and no record are nothing. */
export function repairList(text: string | null): SavedTemplate[] {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(value)) return [];
  const seen = new Set<string>();
  return value.flatMap((entry) => {
    const record = repairRecord(entry);
    const name = record && `${record.userId} ${record.id}`;
    if (!record || !name || seen.has(name)) return [];
    seen.add(name);
    return [record];
  });
}

const own = (bag: Bag, key: string): unknown => (Object.hasOwn(bag, key) ? bag[key] : undefined);

const bagOf = (value: unknown): Bag | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Bag) : null;

function textOf(value: unknown, length: number = sizes.uploadBytes): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.slice(0, length).replaceAll('\0', '') : undefined;
}

const count = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 1e9
    ? (value as number)
    : undefined;

function unsentOf(bag: Bag | null): Pick<SavedTemplate, 'unsent'> {
  const key = bag && textOf(own(bag, 'key'), 80);
  const base = bag && count(own(bag, 'base'));
  return key && /^[\w-]{10,80}$/.test(key) && typeof base === 'number' ? { unsent: { key, base } } : {};
}

function timeOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof Date)) return undefined;
  const time = new Date(value);
  const year = time.getUTCFullYear();
  return year >= 1970 && year < 10_000 ? time.toISOString() : undefined;
}

/** A simple record has no id of its own: its name and its time make one, always the same. */
function idOfSimple(bag: Bag, data: Bag | null): string | undefined {
  if (!data) return undefined;
  const name = textOf(own(bag, 'template'), 60) ?? '';
  const time = timeOf(own(bag, 'timestamp')) ?? '';
  return `simple-${`${name}-${time}`.replace(/[^\w-]+/g, '-')}`.slice(0, 64);
}

function fieldsOf(value: unknown): SavedTemplate['fields'] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, 2000).flatMap((entry) => {
    const bag = bagOf(entry);
    const name = bag && textOf(own(bag, 'name'), 200);
    if (!bag || !name) return [];
    const label = textOf(own(bag, 'label'), 400) ?? name;
    return [
      savedField({
        name,
        label,
        type: textOf(own(bag, 'type'), 60),
        placeholder: textOf(own(bag, 'placeholder'), 600),
      }),
    ];
  });
}

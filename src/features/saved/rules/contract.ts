import * as z from 'zod/mini';

/** Ids are made where something is written, also offline; they become names of files. */
export const templateId = z.string().check(z.regex(/^[\w-]{1,64}$/));
export const isTemplateId = (value: unknown): value is string => templateId.safeParse(value).success;

const line = (length: number) => z.string().check(z.maxLength(length));

/** What the parts of a record may measure, in characters or pieces. */
export const longest = {
  name: 400,
  fields: 2000,
  field: { name: 200, label: 400, type: 60, placeholder: 600 },
} as const;

export const savedField = z.object({
  name: line(longest.field.name),
  label: line(longest.field.label),
  type: line(longest.field.type),
  placeholder: line(longest.field.placeholder),
});
export type SavedField = z.output<typeof savedField>;

/** What of a branding is saved: texts only. */
export const savedBranding = z.partial(
  z.object({
    companyName: line(400),
    /** A data URL, or the address where the hub keeps it. */
    logo: z.string(),
    primaryColor: line(400),
    secondaryColor: line(400),
    fontFamily: line(400),
  }),
);
export type SavedBranding = z.output<typeof savedBranding>;

export const timestamp = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/));

const lengthOf = z.int().check(z.minimum(0), z.maximum(1_000_000_000));

/** A saved template in full. */
export const savedTemplate = z.object({
  id: templateId,
  userId: line(100),
  name: line(400),
  content: z.string(),
  fields: z.array(savedField).check(z.maxLength(longest.fields)),
  formData: z.record(z.string(), z.unknown()),
  createdAt: timestamp,
  updatedAt: timestamp,
  originalContentLength: lengthOf,
  compressedContentLength: lengthOf,
  isCompressed: z.boolean(),
  isBranded: z.boolean(),
  branding: z.nullable(savedBranding),
  contentURL: z.optional(z.string()),
  contentLength: z.optional(lengthOf),
  isStoredInStorage: z.optional(z.boolean()),
  isLoadedFromStorage: z.optional(z.boolean()),
  loadError: z.optional(z.string()),
  isEmergencySaved: z.optional(z.boolean()),
  storageNote: z.optional(line(1000)),
  /** A copy in local storage that is nowhere else: the write that is still to be sent. */
  unsent: z.optional(z.object({ key: z.string(), base: z.int() })),
});
export type SavedTemplate = z.output<typeof savedTemplate>;

/** What a list needs to know of one. */
export const savedHead = z.object({
  id: templateId,
  /** Counts the changes of this one; 0 when the account has none of it yet. */
  version: z.int(),
  /** The version that last changed its text. */
  contentVersion: z.int(),
  /** Where it stands in the owner's sequence of changes. */
  seq: z.int(),
  name: z.string(),
  folder: z.string(),
  starred: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** In the bin since. */
  deletedAt: z.nullable(timestamp),
  /** Nothing is left but this line, so that every device forgets it. */
  isPurged: z.boolean(),
  contentLength: z.int(),
  bytes: z.int(),
  isStoredInStorage: z.boolean(),
  contentURL: z.nullable(z.string()),
  isCompressed: z.boolean(),
  isEmergencySaved: z.boolean(),
  isBranded: z.boolean(),
  branding: z.nullable(
    z.partial(z.object({ companyName: z.string(), primaryColor: z.string(), secondaryColor: z.string() })),
  ),
  excerpt: z.string(),
});
export type SavedHead = z.output<typeof savedHead>;

/** The parts that change together: an edit of one on two devices keeps both. */
const text = {
  content: z.optional(z.string().check(z.maxLength(600_000))),
  /** Instead of `content`: what was uploaded before, by its SHA-256. */
  upload: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  fields: z.optional(z.array(savedField).check(z.maxLength(longest.fields))),
  formData: z.optional(z.record(z.string(), z.unknown())),
  branding: z.optional(z.nullable(savedBranding)),
  originalContentLength: z.optional(lengthOf),
  compressedContentLength: z.optional(lengthOf),
  isCompressed: z.optional(z.boolean()),
  isBranded: z.optional(z.boolean()),
  isEmergencySaved: z.optional(z.boolean()),
  storageNote: z.optional(line(1000)),
};
const marks = {
  name: z.optional(line(400)),
  /** Its name where nobody knows it: deleted elsewhere while it was edited, or never heard of. */
  nameIfNew: z.optional(line(400)),
  folder: z.optional(line(120)),
  starred: z.optional(z.boolean()),
};

const madeUpon = z.int().check(z.minimum(0), z.maximum(2_147_483_647));

/** One write has one key: sent again, it is answered again and done once. */
const key = z.string().check(z.regex(/^[\w-]{10,80}$/));

export const addBody = z.object({
  key,
  id: templateId,
  createdAt: z.optional(timestamp),
  /** A copy that lay on a device, nobody knows since when: it is taken only if the account never had this one. */
  ifUnknown: z.optional(z.boolean()),
  ...marks,
  ...text,
});
export type AddBody = z.output<typeof addBody>;

/** `base` is the version that the change was made upon. */
export const changeBody = z.object({ key, base: madeUpon, ...marks, ...text });
export type ChangeBody = z.output<typeof changeBody>;

export const removeBody = z.object({
  key,
  base: madeUpon,
  /** Out of the bin as well. */
  forGood: z.optional(z.boolean()),
});
export const restoreBody = z.object({ key });

/**
 * What became of a write. `copied`: somebody else's edit came first, so this one stands beside it, as `head`.
 * `kept`: it was newer than what was to be deleted, and is still there.
 */
export const writeAnswer = z.object({
  outcome: z.enum(['saved', 'copied', 'kept', 'deleted']),
  /** What this very write made; `head` may be newer already. */
  version: z.int(),
  head: savedHead,
  /** It was in the bin, and this write brought it back. */
  isBack: z.optional(z.literal(true)),
});
export type WriteAnswer = z.output<typeof writeAnswer>;

export const uploadAnswer = z.object({ upload: z.string(), contentLength: z.int() });
export const wholeAnswer = z.object({ length: z.int() });
export const changesAnswer = z.object({
  heads: z.array(savedHead),
  seq: z.int(),
  more: z.boolean(),
  /** Names the history in which these places are. */
  epoch: z.string(),
  /** The place that was asked from is of another history: this is from the beginning. */
  isAnew: z.boolean(),
});
export type ChangesAnswer = z.output<typeof changesAnswer>;
export const searchAnswer = z.object({ ids: z.array(z.string()) });
export const templateAnswer = z.object({ template: savedTemplate, head: savedHead });
export type TemplateAnswer = z.output<typeof templateAnswer>;

/** Stands in a write's branding for the logo that was uploaded before it. */
export const uploadedLogo = 'uploaded';

export const savedApi = {
  all: '/api/saved',
  events: '/api/saved/events',
  changes: '/api/saved/changes',
  search: '/api/saved/search',
  one: (id: string) => `/api/saved/${id}`,
  restore: (id: string) => `/api/saved/${id}/restore`,
  upload: (id: string, part: 'content' | 'logo') => `/api/saved/${id}/upload/${part}`,
  whole: (id: string) => `/api/saved/${id}/whole`,
  content: (id: string, version: number) => `/api/saved/${id}/content?v=${version}`,
  logo: (id: string, version: number) => `/api/saved/${id}/logo?v=${version}`,
} as const;

/** Only the hub's own address is ever asked for content: anything else in a record leads nowhere. */
export const isOwnContentURL = (url: unknown, id: string): url is string =>
  typeof url === 'string' && new RegExp(`^/api/saved/${id}/content\\?v=\\d{1,15}$`).test(url);

import * as z from 'zod/mini';
import { readOfficeHours } from '#base/office-hours.ts';
import { oneMailAddress } from '../config.ts';
import { countryCode, meantCountry } from './countries.ts';

// Each field's message says what is expected; the reader prepends file, line, key and the actual value.

const fits = (takes: string, test: (text: string) => boolean) => z.string(takes).check(z.refine(test, takes));

const line = (max: number) =>
  fits(
    `one line of text, at most ${max} characters`,
    (text) => text.trim() !== '' && text.length <= max && !/[\r\n]/.test(text),
  );

const lines = (most: number) => {
  const takes = `a list of 1 to ${most} lines, each starting with a dash`;
  return z.array(line(120), takes).check(z.refine((list) => list.length >= 1 && list.length <= most, takes));
};

const mail = fits(
  'one email address, such as hello@example.com',
  (text) => oneMailAddress(text) !== undefined,
);

const secureAddress = fits(
  'a URL such as https://example.com/you',
  (text) => URL.canParse(text) && new URL(text).protocol === 'https:',
);

const place = fits(
  'a page such as /store, or a URL such as https://example.com',
  (text) =>
    text.length <= 300 &&
    (/^\/(?![/\\])[\w./?=&#%~+:@!$,;-]*$/.test(text) || (/^https:\/\/\S+$/.test(text) && URL.canParse(text))),
);

/** Names in their order, each with where it leads. */
const menu = (most: number, letters: number) => {
  const takes = `a list of up to ${most} names with where they lead, such as - Store: /store`;
  const name = line(40);
  return z
    .array(
      z.record(name, place, takes).check(z.refine((entry) => Object.keys(entry).length === 1, takes)),
      takes,
    )
    .check(
      z.refine((list) => list.length <= most, takes),
      z.refine(
        (list) => list.flatMap((entry) => Object.keys(entry)).join('').length <= letters,
        `names of up to ${letters} letters together`,
      ),
    );
};

const colour = z.pipe(
  fits('a six-digit hex color, such as 1D43C6', (text) => /^#?[0-9a-f]{6}$/i.test(text)),
  z.transform((text: string) => `#${text.replace('#', '').toUpperCase()}`),
);

const country = z.pipe(
  z.string('a two-letter ISO 3166 country code, such as DE').check(
    z.refine((text) => countryCode(text) !== undefined, {
      error: (issue) => {
        const meant = meantCountry(String(issue.input));
        return `a two-letter ISO 3166 country code, such as ${meant ?? 'DE'}`;
      },
    }),
  ),
  z.transform((text: string) => text.toUpperCase()),
);

const language = fits('a language such as en-US or en-GB', (text) => {
  try {
    // Without what may follow a language, such as a calendar: that would date every page by it.
    const { baseName } = new Intl.Locale(text);
    return baseName.length === text.length && Intl.DateTimeFormat.supportedLocalesOf(text).length === 1;
  } catch {
    return false;
  }
});

const vatId = fits(
  'the ID as registered, such as DE123456789',
  (text) => /^[A-Z0-9][A-Z0-9 .+*/-]{3,23}$/i.test(text) && /\d/.test(text),
);

const logoFile = fits('the name of a file in the site folder, such as logo.svg', (text) =>
  /^[\w-][\w.-]*\.(svg|png|webp|jpe?g)$/i.test(text),
);

const hours = fits(
  'days, hours and a time zone, such as Mon-Fri 09:00-17:00 Europe/Berlin',
  (text) => readOfficeHours(text) !== null,
);

const topicNames = 'up to 12 names with words for readers, such as tools: New tools';
const topics = z
  .record(z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, topicNames)), line(80), topicNames)
  .check(z.refine((all) => Object.keys(all).length <= 12, topicNames));

/** Optional, but not empty. */
const set = <T extends z.ZodMiniType>(schema: T) => z.optional(schema);
/** Optional, and may be empty. */
const open = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));

const keys = 'keys, one per line';

export const hubSchema = z.strictObject(
  {
    name: set(line(60)),
    tagline: set(line(120)),
    description: set(line(300)),
    assistantName: set(line(40)),
    language: set(language),
    accent: set(colour),
    logo: set(logoFile),
    currencyNote: open(line(200)),
    newsletterSender: open(line(60)),
    newsletterCadence: set(line(60)),
    newsletterTopics: open(topics),
    cartReminders: set(fits('on or off', (text) => text === 'on' || text === 'off')),
    social: open(
      z.record(line(40), secureAddress, 'names with URLs, such as GitHub: https://github.com/you'),
    ),
    // Beside the name of the hub and two menus of its own there is no more room at the top.
    menu: open(menu(5, 40)),
    menuMore: open(menu(12, 480)),
    footer: open(menu(12, 480)),
    seller: set(
      z.strictObject(
        {
          legalName: set(line(120)),
          representedBy: open(line(200)),
          address: set(lines(6)),
          country: set(country),
          registration: open(line(200)),
          vatId: open(vatId),
          email: set(mail),
          phone: open(line(40)),
          law: open(line(120)),
        },
        keys,
      ),
    ),
    support: set(
      z.strictObject({ email: open(mail), answersWithin: set(line(60)), hours: open(hours) }, keys),
    ),
    privacy: set(
      z.strictObject(
        {
          contact: open(mail),
          officer: open(line(200)),
          authority: open(line(200)),
          processors: open(lines(20)),
        },
        keys,
      ),
    ),
  },
  keys,
);

export type HubKeys = z.output<typeof hubSchema>;

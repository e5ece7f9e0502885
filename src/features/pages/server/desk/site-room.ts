import { Problem } from '#base/problem.ts';
import type { SiteLink } from '#base/site.ts';
import type { DeskPage } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { changeSite } from '#platform/server/site/change-text.ts';
import { draftText, type FormText, saveText, textFields } from '#platform/server/site/save-text.ts';
import { restoreAct } from './restore-text.ts';
import { siteFields } from './site-fields.ts';
import { minuteOf } from './text-kind.ts';
import { siteZip } from './site-zip.ts';

type Parts = Pick<Platform, 'db' | 'site' | 'clock' | 'config'>;

const file = 'hub.md';

const menuWords = (links?: readonly SiteLink[]): string =>
  links ? links.map(({ label }) => label).join(', ') || 'none' : 'what comes with the hub';

/** Names, colors and details that stand on every page, and all of the site's files as one. */
export function siteRoom({ db, site, clock, config }: Parts): DeskPage {
  const { texts } = site;
  const form: FormText = {
    path: file,
    fields: siteFields,
    blank: '---\n---\n',
    isOverlay: true,
    prove: (text) => void site.draft.words(text),
  };
  const draft = (text: string) => {
    const about = site.page('about');
    if (!about) throw new Problem('not_found');
    const { asks: _unsaid, ...page } = about;
    return { address: '/about', data: page, site: site.draft.words(text) };
  };

  async function versionOf(id: string): Promise<{ name: string; text: string }> {
    const [, name = ''] = id.split('@');
    const text = await texts.version(file, name);
    if (text === null) throw new Problem('not_found', 'This version isn’t kept any more.');
    return { name, text };
  }

  return {
    path: 'site',
    title: 'Site',
    right: 'content',
    async list() {
      const words = site.words();
      const versions = await texts.versions(file);
      return {
        title: 'Site',
        lead: 'What stands on every page. Your name as a seller and your address are under First steps.',
        blocks: [
          { is: 'acts', id: '', only: ['edit', 'export'] },
          {
            is: 'facts',
            facts: [
              ['Name', words.name],
              ['Tagline', words.tagline],
              ['Description', words.description],
              ['Accent color', words.accent ?? 'the hub’s own'],
              ['Menu at the top', menuWords(words.menu)],
              ['Menu “More”', menuWords(words.menuMore)],
              ['Quick links', menuWords(words.footer)],
              ['Social links', words.social.map(({ label }) => label).join(', ') || 'none'],
              ['Assistant', words.assistantName],
              ['Support', `${words.support.email}, within ${words.support.answersWithin}`],
              ['Newsletter', `${words.newsletterSender}, ${words.newsletterCadence}`],
            ],
          },
          {
            is: 'table',
            title: 'Versions',
            columns: [{ head: 'What it said until (UTC)' }],
            rows: versions.map(({ name }) => [
              { text: minuteOf(name), href: `/site/${encodeURIComponent(`hub@${name}`)}` },
            ]),
            empty: 'What it says before a change will stand here.',
          },
        ],
      };
    },
    async one(id) {
      const { name, text } = await versionOf(id);
      return {
        title: `Site, ${minuteOf(name)}`,
        lead: `What hub.md said until ${minuteOf(name)} UTC.`,
        blocks: [
          { is: 'acts', id, only: ['restore'] },
          { is: 'code', title: 'Text', text },
        ],
      };
    },
    acts: [
      {
        name: 'edit',
        label: 'Edit',
        button: 'Save',
        isOfPage: true,
        ask: async (_id, _by, typed) => ({
          title: 'Edit “Site”',
          words: 'Public as soon as you save. Empty: what comes with the hub.',
          fields: await textFields(texts, form, typed),
        }),
        preview: async (_id, typed) => draft(await draftText(texts, form, typed)),
        act: (_id, typed) => changeSite({ db, site }, () => saveText(texts, form, typed)),
      },
      {
        name: 'export',
        label: 'Download all files',
        button: 'Download',
        isOfPage: true,
        isGrave: true,
        ask: async () => ({
          words:
            'Everything in site/ as one ZIP file: texts, pictures, products with their files. Unpacked into the site folder of another hub, it is the same site.',
          fields: [],
        }),
        async act() {
          const { bytes, files } = await siteZip(config.siteDir, clock.now());
          const day = clock.now().toISOString().slice(0, 10);
          return { words: 'Downloaded.', file: { name: `site-${day}.zip`, bytes }, after: { files } };
        },
      },
      restoreAct({ db, site }, async (id) => {
        const { name, text } = await versionOf(id);
        return {
          path: file,
          name,
          text,
          draft: () => draft(text),
          prove: () => void site.draft.words(text),
          goOn: 'site',
        };
      }),
    ],
  };
}

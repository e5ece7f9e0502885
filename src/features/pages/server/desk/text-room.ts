import type { DeskBlock, DeskCell, DeskPage, Sheet } from '#platform/server/desk.ts';
import { textActs } from './text-acts.ts';
import { heldAsPublic, minuteOf, onlyHides, type TextKind } from './text-kind.ts';
import { createTextShelf, type OneVersion, type TextParts } from './text-shelf.ts';

/** A room where texts are written, looked at before they are public, and taken back to what they said before. */
export function textRoom(parts: TextParts, given: TextKind): DeskPage {
  const kind = heldAsPublic(given);
  const { site, origin } = parts;
  const { texts } = site;
  const shelf = createTextShelf(parts, kind);
  const { fileOf, find, versionOf } = shelf;
  const link = (id: string, text: string): DeskCell => ({
    text,
    href: `/${kind.path}/${encodeURIComponent(id)}`,
  });
  const upper = kind.one.charAt(0).toUpperCase() + kind.one.slice(1);

  const oneVersion = ({ slug, name, text }: OneVersion): Sheet => ({
    title: `${slug}, ${minuteOf(name)}`,
    lead: `What this ${kind.one} said until ${minuteOf(name)} UTC.`,
    blocks: [
      { is: 'acts', id: `${slug}@${name}`, only: ['restore'] },
      { is: 'code', title: 'Text', text },
      { is: 'link', text: `All of ${slug}`, href: `/${kind.path}/${slug}` },
    ],
  });

  /** Taken off, or deleted: their texts are still there. */
  async function notOnTheSite(): Promise<DeskCell[][]> {
    const rows: DeskCell[][] = [];
    const live = new Set(kind.live().map(({ slug }) => slug));
    if (kind.isHidden)
      for (const slug of await texts.names(kind.folder, kind.ending)) {
        const found = live.has(slug) ? null : await texts.read(fileOf(slug));
        const why =
          found && (kind.isHidden(slug, found.text) ? 'off the site' : kind.whyNot?.(slug, found.text));
        if (found && why) rows.push([link(slug, kind.file?.titleIn(found.text) || slug), why]);
      }
    for (const { path, at } of await texts.removed(kind.folder, kind.ending)) {
      const slug = path.slice(kind.folder.length + 1, -(kind.ending ?? '.md').length);
      const [last] = await texts.versions(path);
      if (last && (await texts.shipped(path)) === null)
        rows.push([link(`${slug}@${last.name}`, slug), `deleted ${at.toISOString().slice(0, 10)}`]);
    }
    return rows;
  }

  async function liveRows(): Promise<DeskCell[][]> {
    const rows = kind.live().map(async ({ slug, title, note }): Promise<DeskCell[]> => {
      const from = (await texts.read(fileOf(slug)))?.from;
      return [link(slug, title), kind.address(slug), note, from === 'own' ? 'yours' : 'comes with the hub'];
    });
    return Promise.all(rows);
  }

  return {
    path: kind.path,
    title: kind.title,
    right: 'content',
    acts: textActs(parts, kind, shelf),
    async list() {
      const gone = await notOnTheSite();
      const blocks: DeskBlock[] = [
        { is: 'acts', id: '', only: ['new'] },
        {
          is: 'table',
          title: 'On the site',
          columns: [{ head: upper }, { head: 'Address' }, { head: kind.column }, { head: 'From' }],
          rows: await liveRows(),
          empty: `There is no ${kind.one} yet.`,
        },
      ];
      if (gone.length > 0)
        blocks.push({
          is: 'table',
          title: 'Not on the site',
          columns: [{ head: upper }, { head: 'State' }],
          rows: gone,
          empty: '',
        });
      const broken = kind.broken?.() ?? [];
      if (broken.length > 0)
        blocks.unshift({
          is: 'facts',
          title: 'To be corrected: as before until then',
          facts: broken.map((words, n) => [String(n + 1), { text: words, tone: 'danger' }]),
        });
      return { title: kind.title, lead: kind.lead, blocks };
    },
    async one(id) {
      const version = await versionOf(id);
      if (version) return oneVersion(version);
      const { text, from } = await find(id);
      const isHidden = kind.isHidden?.(id, text) ?? false;
      const hiding = kind.isHidden ? [isHidden ? 'show' : 'hide'] : [];
      const only = [
        // Of a text that comes with the hub and is taken off, there are no words in its file.
        ...(isHidden && onlyHides(kind, text) ? [] : ['edit', ...(kind.file?.titled ? ['duplicate'] : [])]),
        ...hiding,
        ...(from === 'own' ? ['remove'] : []),
      ];
      const live = kind.live().find(({ slug }) => slug === id);
      const address = `${origin()}${kind.address(id)}`;
      const file = from === 'own' ? `site/${fileOf(id)}` : `content/${fileOf(id)}`;
      const versions = await texts.versions(fileOf(id));
      return {
        title: live?.title ?? (kind.file?.titleIn(text) || id),
        blocks: [
          { is: 'acts', id, only },
          {
            is: 'facts',
            facts: [
              ['Address', live ? { text: address, href: address } : address],
              ['On the site', live ? 'yes' : 'no'],
              ...(live ? [[kind.column, live.note] satisfies [string, string]] : []),
              ['File', { text: file, mono: true }],
            ],
          },
          {
            is: 'table',
            title: 'Versions',
            columns: [{ head: 'What it said until (UTC)' }],
            rows: versions.map(({ name }) => [link(`${id}@${name}`, minuteOf(name))]),
            empty: 'What it says before a change will stand here.',
          },
        ],
      };
    },
  };
}

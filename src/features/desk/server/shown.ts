import { type FieldProblems, Problem } from '#base/problem.ts';
import type { Draft } from '#base/render.ts';
import type {
  Asked,
  DeskAct,
  DeskBlock,
  DeskPage,
  Done,
  Given,
  GivenFile,
  Look,
  Operator,
} from '#platform/server/desk.ts';
import { draw, drawQuestion, drawRestart, drawWords } from './draw.ts';
import { filled } from './fill-field.ts';
import { withHistory } from './with-history.ts';
import type { Frame, Place, Said } from './frame.ts';
import { withoutTurns } from '../rules/turns.ts';
import { chosenIn } from '../rules/upload-contract.ts';
import type { Recorded } from './record.ts';
import { takesFiles, type Tickets } from './tickets.ts';

/** Whoever looks at the pages, and how an act of theirs is proven and recorded. */
export interface Reader {
  /** Undefined at the machine itself. */
  operator?: Operator;
  /** The pages that they may open. */
  pages: readonly DeskPage[];
  /** What a device needs to prove that it is them, for the form that this token is of. */
  beginTouch?(token: string): Promise<object>;
  /** Whether the form that was sent is proven. */
  isTouched?(token: string, touch: string): Promise<boolean>;
  /** What was done at the desk to one thing of a page. */
  history?(path: string, id: string): Promise<Recorded[]>;
  /** The files that a form names. */
  given?(ids: readonly string[]): Promise<GivenFile[]>;
  /** They have found their place. */
  done?(ids: readonly string[]): Promise<void>;
  /** Does it on the record. */
  recorded?(act: string, subject: string, deed: () => Promise<Done>): Promise<Done>;
}

interface Parts {
  /** What stands before the pages' own paths, such as "/desk". */
  base: string;
  hub: () => string;
  /** What this door calls itself. */
  place: Place;
  tickets: Tickets;
  headers: Readonly<Record<string, string>>;
  /** Which build of the hub this is: a form of another one isn't taken as it is. */
  build?: string;
  /** As visitors would see it; a door without it shows no previews. */
  drawDraft?(draft: Draft): Promise<Response>;
}

/** The field that says what of a form was looked at. */
const lookedAt = 'looked';
/** Before what an act said, until the page that follows shows it. */
const saidMark = 'said ';
/** Between what a form is for and the build that showed it. */
const ofBuild = '\n';

export type Shown = ReturnType<typeof createShown>;

/** Pages and acts as documents: what both doors answer once they know who asks. */
export function createShown({ base, hub, place, tickets, headers, build = '', drawDraft }: Parts) {
  const frame = (reader: Reader, at = '', said?: Said): Frame => ({
    base,
    hub: withoutTurns(hub()),
    place,
    pages: reader.pages,
    at,
    said,
    operator: reader.operator && withoutTurns(reader.operator.name),
    by: reader.operator?.id,
  });

  const page = (body: unknown, status = 200, more: Record<string, string> = {}) =>
    new Response(String(body), {
      status,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8', ...more },
    });
  const goTo = (location: string, more: Record<string, string> = {}) =>
    new Response(null, { status: 303, headers: { ...headers, location, ...more } });

  const saved = ({ name, bytes }: NonNullable<Done['file']>) =>
    new Response(bytes, {
      headers: {
        ...headers,
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${name}"`,
      },
    });

  const said = async ({ said: token }: Asked): Promise<Said | undefined> => {
    const text = token === undefined ? null : await tickets.take(token);
    return text?.startsWith(saidMark) ? { words: text.slice(saidMark.length) } : undefined;
  };

  const formOf = (by: Operator | undefined, { path }: DeskPage, id: string, { name }: DeskAct) =>
    `form ${by?.id ?? ''} ${path}/${id}/${name}`;

  async function ask(
    reader: Reader,
    at: DeskPage,
    act: DeskAct,
    id: string,
    typed?: Asked,
    problem?: Problem,
    look?: Look,
  ): Promise<unknown> {
    const { title, words, blocks, fields } = await act.ask(id, reader.operator, typed);
    const print = look?.print ?? '';
    const isOver = look !== undefined && print === '';
    const marks = fields.some(({ kind }) => kind === 'files') ? takesFiles : '';
    const token = await tickets.mint(`${formOf(reader.operator, at, id, act)}${ofBuild}${build}${marks}`);
    return drawQuestion(frame(reader, at.path), {
      act,
      id,
      title,
      words: look?.words ?? words,
      blocks: look?.blocks ?? blocks,
      fields: [
        ...fields.map((field) =>
          isOver && field.kind === 'files' ? field : filled(field, typed ?? {}, problem?.details.fields),
        ),
        ...(act.look ? [{ name: lookedAt, label: '', kind: 'hidden' as const, value: print }] : []),
      ],
      button: print === '' ? act.lookButton : undefined,
      token,
      mistake: problem?.message,
      hasPreview: drawDraft !== undefined && act.preview !== undefined,
      touch: act.isGrave ? await reader.beginTouch?.(token) : undefined,
    });
  }

  return {
    page,
    goTo,
    frame,

    words: (reader: Reader, title: string, words: string, status: number) =>
      page(drawWords(frame(reader), title, words), status),

    /** For a form that can’t be sent any more: its words, to copy. */
    kept(
      reader: Reader,
      typed: Asked,
      { title, lead, status }: { title: string; lead: string; status: number },
    ): Response {
      const blocks: DeskBlock[] = Object.entries(typed)
        .filter(([, text]) => text !== '')
        .map(([name, text]) => ({ is: 'code', title: name, text }));
      return page(draw(frame(reader), { title, lead, blocks }), status);
    },

    async list(reader: Reader, at: DeskPage, asked: Asked): Promise<Response> {
      return page(
        draw(frame(reader, at.path, await said(asked)), await at.list(asked, reader.operator), at.acts),
      );
    },

    async one(reader: Reader, at: DeskPage, id: string, asked: Asked): Promise<Response> {
      const words = await said(asked);
      const sheet = await at.one?.(id).catch((error: unknown) => {
        // What was just done may have ended it: said above the list it was in.
        if (words === undefined || !(error instanceof Problem)) throw error;
        return null;
      });
      if (sheet === undefined) throw new Problem('not_found');
      const shownSheet = sheet ? await withHistory(sheet, reader, at) : await at.list({}, reader.operator);
      return page(draw(frame(reader, at.path, words), shownSheet, at.acts));
    },

    /** A document of its own: nothing in it runs, reaches the desk around it, or is sent anywhere. */
    async mail(at: DeskPage, id: string): Promise<Response> {
      const mail = await at.mail?.(id);
      if (!mail) throw new Problem('not_found');
      return page(mail.html, 200, {
        'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src ${mail.pictures.join(' ')}; sandbox; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`,
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
      });
    },

    ask: async (reader: Reader, at: DeskPage, act: DeskAct, id: string): Promise<Response> =>
      page(await ask(reader, at, act, id)),

    /** What is typed as visitors would see it. The form stays as it is, to be sent when they like what they saw. */
    async preview(reader: Reader, act: DeskAct, id: string, form: Asked): Promise<Response> {
      if (!act.preview || !drawDraft) throw new Problem('not_found');
      try {
        return await drawDraft(await act.preview(id, form, givenIn(reader, form)));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const faults = Object.values(error.details.fields ?? {});
        return page(
          drawWords(frame(reader), 'No preview yet', [error.message, ...faults].join(' ')),
          error.status,
        );
      }
    },

    /** What is wrong with what is typed so far, by field; nothing is saved, and nothing shown. */
    async check(act: DeskAct, id: string, form: Asked): Promise<FieldProblems> {
      try {
        await act.preview?.(id, form);
        return {};
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return error.details.fields ?? {};
      }
    },

    /** Each form works once, for the act it was shown for: it can't be forged or submitted twice. */
    async act(reader: Reader, at: DeskPage, act: DeskAct, id: string, form: Asked): Promise<Response> {
      const token = form['token'] ?? '';
      const by = reader.operator;
      // It waited at the door for one operator, and another one opened it.
      const { writer = by?.id } = form;
      if (writer !== by?.id && writer !== '') {
        const words = 'Another operator began this form, and what they typed is theirs. Nothing was changed.';
        return page(await ask(reader, at, act, id, undefined, new Problem('conflict', words)), 409);
      }
      try {
        const [about, of = ''] = (await tickets.take(token))?.split(ofBuild) ?? [];
        if (about !== formOf(by, at, id, act))
          throw new Problem(
            'conflict',
            'This form was already submitted, or the page is out of date. Check before you submit it again.',
          );
        // Its fields may mean something else now.
        if (of !== build)
          throw new Problem(
            'conflict',
            'The hub was upgraded since you opened this form. Nothing was changed. Here is what you typed: check it, then send it again.',
          );
        if (act.isGrave && reader.isTouched && !(await reader.isTouched(token, form['touch'] ?? '')))
          throw new Problem('forbidden', 'Nothing was changed. Confirm this with your passkey.');
        const taken: string[] = [];
        const given = givenIn(reader, form, taken);
        if (act.look) {
          const look = await act.look(id, form, given);
          const isOver = look.print === undefined;
          if (isOver) await reader.done?.(taken).catch(() => {});
          if (isOver || look.print !== form[lookedAt])
            return page(await ask(reader, at, act, id, form, undefined, look));
        }
        const deed = async (): Promise<Done> => {
          const done = await act.act(id, form, by, given);
          // What can't be deleted now is swept in a day; the act itself is done.
          await reader.done?.(taken).catch(() => {});
          return done;
        };
        const { words, goOn, secret, file, isRestart } = await (reader.recorded?.(
          `${at.path} ${act.name}`,
          id,
          deed,
        ) ?? deed());
        if (file) return saved(file);
        // On this page and nowhere else: kept for the next one, a copy of the tables would open the desk.
        if (secret)
          return page(draw(frame(reader, at.path, { words, secret }), await at.list({}, by), at.acts));
        const next = goOn ?? (id === '' ? at.path : `${at.path}/${encodeURIComponent(id)}`);
        if (isRestart) return page(drawRestart(frame(reader, at.path), words, `${base}/${next}`));
        return goTo(`${base}/${next}?said=${await tickets.mint(saidMark + words)}`);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        // Shows the form again, with the input and the error.
        return page(await ask(reader, at, act, id, form, error), error.status);
      }
    },
  };
}

/** The files that a form names; `taken` says afterwards which were asked for. */
const givenIn = (reader: Reader, form: Asked, taken: string[] = []): Given => ({
  async files(field: string): Promise<GivenFile[]> {
    const ids = chosenIn(form[field] ?? '');
    taken.push(...ids);
    return ids.length > 0 ? ((await reader.given?.(ids)) ?? []) : [];
  },
});

export const findAct = (page: DeskPage, id: string, name: string): DeskAct | undefined =>
  page.acts?.find((each) => each.name === name && (each.isOfPage === true) === (id === ''));

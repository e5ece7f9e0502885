import { Problem } from '#base/problem.ts';
import type { Doc, MadeOf, Press, SheetOptions } from '#features/documents/server/public.ts';
import { compareAnswers } from '#features/documents/rules/compare/tell.ts';
import { allFields } from '#features/documents/rules/template/template.ts';
import { type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { jsonbText } from '#platform/server/outbox/tables.ts';
import type { Platform } from '#platform/server/platform.ts';
import type * as z from 'zod/mini';
import { type Agreed, withAgreed } from '../rules/carried.ts';
import { hasActed } from '../rules/flow.ts';
import { blanksOf } from '../rules/places.ts';
import { isAnswerTo } from '../rules/shown-answers.ts';
import type { reviseBody, Revised } from '../rules/revise-contract.ts';
import type { Acting } from './acting.ts';
import { type Changing } from './changing.ts';
import { append, docOf, type Held, hold } from './ledger.ts';
import { plainWords } from './making.ts';
import type { MakeOf, Sending } from './sending.ts';
import type { AgreementTables } from './tables.ts';

type Body = z.output<typeof reviseBody>;

interface Standing {
  held: Held;
  doc: Doc;
  agreed: Agreed;
}

/** How its sender sends a changed text to the same people. */
export function createRevising(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  parts: { press: Press; sending: Sending; acting: Acting; changing: Changing; madeOf: MakeOf },
) {
  const { press, sending, acting, changing, madeOf } = parts;

  async function standing(trx: AnyTransaction, uid: string, id: string): Promise<Standing> {
    const held = await hold(trx, id, uid);
    const { agreement } = held;
    if (acting.stateNow(agreement) !== 'out')
      throw new Problem('conflict', 'This agreement has ended, so its text can’t be changed.');
    if (agreement.open_id !== null)
      throw new Problem(
        'conflict',
        'This one came by an open link. Withdraw it and send a document instead.',
      );
    const tables = tablesOf<AgreementTables>(trx);
    const versions = await tables
      .selectFrom('agreement_version')
      .select('doc')
      .where('owner_id', '=', agreement.owner_id)
      .where('agreement_id', '=', agreement.id)
      .execute();
    const taken = await tables
      .selectFrom('agreement_comment')
      .select(['quote', 'words'])
      .where('owner_id', '=', agreement.owner_id)
      .where('agreement_id', '=', agreement.id)
      .where('outcome', '=', 'taken')
      .where('words', 'is not', null)
      .where('label', 'is', null)
      .orderBy('at')
      .execute();
    return {
      held,
      doc: await docOf(trx, agreement, agreement.version),
      agreed: {
        blanks: new Set(versions.flatMap(({ doc }) => blanksOf(doc)).map(({ field }) => field)),
        taken: taken.map(({ quote, words }) => ({ quote, words: words ?? '' })),
      },
    };
  }

  /** The newer text with what was agreed on, printed, and how it differs from the one that is out. */
  async function printed(uid: string, { held, doc, agreed }: Standing, body: Body) {
    const { title } = held.agreement;
    const { options, version } = await sending.prepared(
      uid,
      uid,
      { ...body, title },
      held.people.map(({ party }) => party),
    );
    const next = withAgreed(version.doc, doc, agreed);
    const answers = changedAnswers(held, body);
    const { told, ...file } = await press.read(uid, {
      from: 'doc',
      doc: { ...next.doc, blanks: blanksOf(next.doc) },
      options,
      instead: { of: doc, answers },
    });
    if (!told) throw new Error('The press told nothing of a text that takes the place of another');
    return { options, file, told, answers, kept: next.kept };
  }

  function changedAnswers({ agreement }: Held, { slug, answers }: Body) {
    if (!slug || !answers || slug !== agreement.slug) return [];
    const made: MadeOf | null = madeOf(slug, answers);
    if (!made) return [];
    const fields = allFields(made.template).map(({ name, label }) => ({ name, label }));
    return compareAnswers({ fields, formData: agreement.answers ?? {} }, { fields, formData: answers });
  }

  return {
    async revise(uid: string, id: string, body: Body): Promise<Revised> {
      const now = await db.transaction<AgreementTables, Standing>((trx) => standing(trx, uid, id));
      const { agreement, people } = now.held;
      const { options, file, told, kept, answers } = await printed(uid, now, body);
      const isSame = told.changes.length === 0;
      const answer: Revised = {
        words: isSame ? '' : capital(told.words),
        changes: told.changes,
        kept,
        again: people.filter(hasActed).map(({ name }) => name),
      };
      if (body.look) return answer;
      // Sent again because its answer got lost: it stands there already.
      if (isSame && agreement.version > body.version) return answer;
      if (isSame) throw new Problem('conflict', 'This is the text that is out already.');
      if (agreement.version !== body.version)
        throw new Problem(
          'conflict',
          'The agreement has changed meanwhile. Look at it again before you send.',
        );
      const why = plainWords(body.why).replace(/\s+/g, ' ');
      await changing.keep(uid, now.held, file, async (trx, it) => {
        await setText(trx, it, body, options);
        await acceptAnswers(
          trx,
          it,
          answers.map(({ field }) => field),
          clock.now(),
        );
        return [capital(told.words), why && `“${why}”`].filter(Boolean).join('. ');
      });
      return answer;
    },
  };
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Another answer that somebody asked for, and that the new text has, is accepted by it. */
async function acceptAnswers(
  trx: AnyTransaction,
  it: Held,
  changed: readonly string[],
  now: Date,
): Promise<void> {
  const { owner_id, id } = it.agreement;
  const open = await tablesOf<AgreementTables>(trx)
    .selectFrom('agreement_comment')
    .select(['id', 'field'])
    .where('owner_id', '=', owner_id)
    .where('agreement_id', '=', id)
    .where('outcome', 'is', null)
    .where('field', 'is not', null)
    .execute();
  for (const comment of open.filter(({ field }) => changed.some((one) => isAnswerTo(field ?? '', one)))) {
    await tablesOf<AgreementTables>(trx)
      .updateTable('agreement_comment')
      .set({ outcome: 'taken' })
      .where('owner_id', '=', owner_id)
      .where('agreement_id', '=', id)
      .where('id', '=', comment.id)
      .execute();
    await append(trx, it, now, [{ kind: 'proposal taken', data: { id: comment.id } }]);
  }
}

/** What later reads of the agreement go by: its dates, and what is said of its answers. */
async function setText(
  trx: AnyTransaction,
  { agreement }: Held,
  body: Body,
  options: SheetOptions,
): Promise<void> {
  await tablesOf<AgreementTables>(trx)
    .updateTable('agreement')
    .set({
      slug: body.slug ?? null,
      answers: jsonbText(body.answers ?? null),
      options: jsonbText(options),
    })
    .where('owner_id', '=', agreement.owner_id)
    .where('id', '=', agreement.id)
    .execute();
}

export type Revising = ReturnType<typeof createRevising>;

import { sql } from 'kysely';
import { slugOf } from '#base/slug.ts';
import { Problem } from '#base/problem.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { DeskField } from '#platform/server/desk.ts';

export const isIssueName = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,59}$/.test(text);

export const nameField: DeskField = {
  name: 'name',
  label: 'Name',
  hint: 'What its page on the web ends in: /newsletter/spring-sale. It stays for good. Empty: made from the subject.',
};

/** As typed, or made from the subject; nothing that was ever called so, in whatever state. */
export async function freeName(
  trx: AnyTransaction,
  typed: string,
  subject: string,
  now: Date,
): Promise<string> {
  const name = typed.trim();
  const isTaken = async (id: string): Promise<boolean> => {
    const { rows } = await sql`
      select from newsletter_text where id = ${id} union all select from newsletter_plan where id = ${id}
      union all select from newsletter_issue where id = ${id}`.execute(trx);
    return rows.length > 0;
  };
  const wrong = (words: string) => new Problem('bad_request', words, { fields: { name: words } });
  if (name !== '') {
    if (!isIssueName(name)) throw wrong('Lowercase letters, digits and hyphens, up to 60, such as 2026-11.');
    if (await isTaken(name)) throw wrong('Another issue has this name.');
    return name;
  }
  const made = slugOf(subject, 50) || now.toISOString().slice(0, 10);
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? made : `${made}-${n}`;
    if (!(await isTaken(id))) return id;
  }
}

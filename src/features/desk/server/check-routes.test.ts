import { expect, test } from 'vitest';
import type { DeskPage } from '#platform/server/desk.ts';
import { formHeader } from '../rules/uploads.ts';
import { checkRoutes } from './check-routes.ts';

const edit = { name: 'edit', label: 'Edit', isChecked: true, preview: async () => ({}) };
const pages = [{ path: 'words', title: 'Words', right: 'content', acts: [edit] }] as unknown as DeskPage[];

test('[law] a text is checked for whoever has its form open, and for no script without one', async () => {
  const seen: string[] = [];
  const [route] = checkRoutes({
    base: '/desk',
    pages,
    shown: {
      check: async (_act, id, form) => {
        seen.push(`${id} ${form['text'] ?? ''}`);
        return { text: 'Line 1: no.' };
      },
    },
    tickets: {
      look: async (token) =>
        ({ ada: 'form opr_a words/a/edit', ben: 'form opr_b words/a/edit' })[token] ?? null,
    },
  });
  const ask = async (token?: string) =>
    route?.handle({
      request: new Request('https://hub.example/desk/api/checks/words/a/edit', {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(token !== undefined && { [formHeader]: token }),
        },
        body: new URLSearchParams({ text: 'hours' }),
      }),
      operator: { id: 'opr_a', name: 'Ada', rights: ['content'], session: 's' },
      params: { id: 'a' },
    } as never);
  for (const token of [undefined, '', 'none', 'ben'])
    await expect(ask(token)).rejects.toMatchObject({ code: 'conflict' });
  expect(seen).toEqual([]);
  expect(await ask('ada')).toEqual({ fields: { text: 'Line 1: no.' } });
  expect(seen).toEqual(['a hours']);
});

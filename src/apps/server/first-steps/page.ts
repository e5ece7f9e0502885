import { Problem } from '#base/problem.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { DeskAct, DeskCell, DeskPage } from '#platform/server/desk.ts';
import type { Step, StepState } from './step.ts';

const key = 'first_steps';

/** What a new hub needs before it sells: each step says how it stands, and can be left and taken up. */
export function beginPage({ db }: { db: Database }, steps: readonly Step[], restart?: DeskAct): DeskPage {
  const find = (id: string): Step => {
    const step = steps.find((each) => each.id === id);
    if (!step) throw new Problem('not_found', 'There is no such step.');
    return step;
  };

  async function isPutAway(): Promise<boolean> {
    const { rows } = await db.pool.query('select 1 from hub_meta where key = $1', [key]);
    return rows.length > 0;
  }

  /** One that can't be read is told, and takes no other away. */
  const read = (step: Step, isQuick = false): Promise<StepState> =>
    step.read({ isQuick }).catch((error: unknown) => {
      if (error instanceof Problem) return { isDone: false, words: error.message };
      throw error;
    });

  const all = (isQuick = false) =>
    Promise.all(steps.map(async (step) => ({ step, state: await read(step, isQuick) })));

  /** An act of a step belongs to that step alone. */
  const ofStep = (step: Step, act: DeskAct): DeskAct => ({
    ...act,
    async ask(id, by, typed) {
      if (find(id) !== step) throw new Problem('not_found', 'This isn’t part of that step.');
      return act.ask(id, by, typed);
    },
    async act(id, form, by) {
      if (find(id) !== step) throw new Problem('not_found', 'This isn’t part of that step.');
      return act.act(id, form, by);
    },
  });

  return {
    path: 'begin',
    title: 'First steps',
    right: 'everything',
    async glance() {
      if (await isPutAway()) return [];
      const states = await all(true);
      const left = states.filter(({ state }) => !state.isDone);
      if (left.length === 0) return [];
      return [
        {
          label: 'First steps',
          value: `${states.length - left.length} of ${states.length}`,
          note: `next: ${left[0]?.step.title ?? ''}`,
          waits: true,
        },
      ];
    },
    async list() {
      const states = await all();
      const done = states.filter(({ state }) => state.isDone).length;
      const isAway = await isPutAway();
      return {
        title: 'First steps',
        lead:
          done === states.length
            ? 'All done. Your hub is ready to sell.'
            : 'From a hub that runs to one that sells. In any order; leave off and go on whenever you like.',
        blocks: [
          {
            is: 'table',
            title: `${done} of ${states.length} done`,
            columns: [{ head: 'Step' }, { head: 'Status' }, { head: 'Now' }, { head: 'What to do' }],
            rows: states.map(({ step, state }, n): DeskCell[] => [
              { text: `${n + 1}. ${step.title}`, href: `/begin/${step.id}` },
              state.isDone ? { text: 'done', tone: 'ok' } : { text: 'open', tone: 'warn' },
              state.words,
              state.isDone ? '' : (state.advice ?? ''),
            ]),
            empty: '',
          },
          { is: 'acts', id: '', only: [isAway ? 'bring-back' : 'put-away'] },
        ],
      };
    },
    async one(id) {
      const step = find(id);
      const state = await read(step);
      const next = steps[steps.indexOf(step) + 1];
      return {
        title: step.title,
        lead: step.lead,
        blocks: [
          {
            is: 'facts',
            facts: [
              ['Status', { text: state.isDone ? 'done' : 'open', tone: state.isDone ? 'ok' : 'warn' }],
              ['Now', state.words],
              ...(state.advice === undefined ? [] : [['What to do', state.advice] as [string, string]]),
              ...(state.facts ?? []),
            ],
          },
          ...((state.acts ?? []).length > 0 ? [{ is: 'acts' as const, id, only: state.acts ?? [] }] : []),
          ...(state.blocks ?? []),
          ...(next ? [{ is: 'link' as const, text: `Next: ${next.title}`, href: `/begin/${next.id}` }] : []),
          { is: 'link', text: 'All first steps', href: '/begin' },
        ],
      };
    },
    acts: [
      ...(restart ? [restart] : []),
      ...steps.flatMap((step) => (step.acts ?? []).map((act) => ofStep(step, act))),
      {
        name: 'put-away',
        label: 'Hide from Today',
        isOfPage: true,
        ask: async () => ({
          words: 'Today no longer shows the first steps. They stay in the menu, and can be brought back.',
          fields: [],
        }),
        async act() {
          await db.pool.query(
            `insert into hub_meta (key, value) values ($1, '"put away"'::jsonb) on conflict do nothing`,
            [key],
          );
          return {
            words: 'Hidden. The first steps stay in the menu, under Hub.',
            after: { onToday: 'hidden' },
          };
        },
      },
      {
        name: 'bring-back',
        label: 'Show on Today',
        isOfPage: true,
        ask: async () => ({ words: 'Today shows the first steps again, until they are done.', fields: [] }),
        async act() {
          await db.pool.query('delete from hub_meta where key = $1', [key]);
          return { words: 'Today shows them again.', after: { onToday: 'shown' } };
        },
      },
    ],
  };
}

import { Problem } from '#base/problem.ts';
import type { DeskAct, DeskBlock } from '#platform/server/desk.ts';
import type { Operators } from './operators.ts';

const minute = (date: Date | null): string => date?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never';

/** What opens the desk as this operator, each with the act that ends it below. */
export async function keyBlocks({ keys }: Operators, operator: string): Promise<DeskBlock[]> {
  const passkeys = await keys.passkeysOf(operator);
  const sessions = await keys.sessionsOf(operator);
  return [
    {
      is: 'table',
      title: 'Passkeys',
      columns: [{ head: 'Made on' }, { head: 'Made (UTC)' }, { head: 'Last used (UTC)' }],
      rows: passkeys.map(({ name, created_at, used_at }) => [name, minute(created_at), minute(used_at)]),
      empty: 'None: they can’t get in. Invite them again by the command line.',
    },
    {
      is: 'table',
      title: 'Open sessions',
      columns: [{ head: 'Device' }, { head: 'Since (UTC)' }, { head: 'Last use (UTC)' }, { head: 'Network' }],
      rows: sessions.map(({ device, created_at, used_at, network }) => [
        device,
        minute(created_at),
        minute(used_at),
        network ?? '',
      ]),
      empty: 'None.',
    },
  ];
}

/** For a phone that was stolen, or a session that nobody remembers. */
export const keyActs = ({ keys, byName }: Operators): DeskAct[] => [
  {
    name: 'end-passkey',
    label: 'Remove a passkey',
    isGrave: true,
    async ask(id) {
      const { name } = await byName(id);
      const passkeys = await keys.passkeysOf(id);
      if (passkeys.length === 0) throw new Problem('conflict', `${name} has no passkey.`);
      return {
        words: `It no longer opens the desk as ${name}, and the sessions that it opened end at once. Their other passkeys stay.`,
        fields: [
          {
            name: 'passkey',
            label: 'Passkey',
            options: passkeys.map((each) => ({
              value: each.id,
              label: `${each.name}, made ${minute(each.created_at)}, last used ${minute(each.used_at)}`,
            })),
          },
        ],
      };
    },
    async act(id, { passkey = '' }, by) {
      const operator = await byName(id);
      const device = await keys.endPasskey(operator.id, passkey, by?.id);
      return {
        words: `The passkey made on ${device} is removed, and what it had opened is closed.`,
        before: { passkey: device, of: operator.name },
      };
    },
  },
  {
    name: 'end-session',
    label: 'End a session',
    isGrave: true,
    async ask(id) {
      const { name } = await byName(id);
      const sessions = await keys.sessionsOf(id);
      if (sessions.length === 0) throw new Problem('conflict', `${name} has no open session.`);
      return {
        words: `The desk is locked there at once. The passkey of that device still opens it: remove it, too, if the device was stolen.`,
        fields: [
          {
            name: 'session',
            label: 'Session',
            options: sessions.map((each) => ({
              value: each.id,
              label: `${each.device}, since ${minute(each.created_at)}, last used ${minute(each.used_at)}, ${each.network ?? 'network unknown'}`,
            })),
          },
        ],
      };
    },
    async act(id, { session = '' }) {
      const operator = await byName(id);
      const device = await keys.endSession(operator.id, session);
      return {
        words: `The session on ${device} is ended.`,
        before: { session: device, of: operator.name },
      };
    },
  },
];

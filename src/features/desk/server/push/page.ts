import { Problem } from '#base/problem.ts';
import type { DeskPage, Operator } from '#platform/server/desk.ts';
import type { Devices } from './devices.ts';

const onlyHere = 'This is about an operator of the desk: at the machine itself there is none.';
const mine = (by: Operator | undefined): string => {
  if (!by) throw new Problem('conflict', onlyHere);
  return by.id;
};
const minute = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');

/** Notices on the devices of whoever looks at it. `sender` is the hub's public key, which a browser asks for. */
export function noticesPage(devices: Devices, sender: string): DeskPage {
  return {
    path: 'my-notices',
    title: 'Notifications',
    right: 'any',
    async list(_asked, by) {
      if (!by) return { title: 'Notifications', lead: onlyHere, blocks: [] };
      const all = await devices.of(by.id);
      const { sales, problems } = await devices.wishes(by.id);
      return {
        title: 'Notifications',
        lead: 'A notice on this phone or computer when something is sold or goes wrong, also while the desk is closed. At most twelve an hour; what comes close together is one notice with a number. No buyer’s name is in it.',
        blocks: [
          {
            is: 'facts',
            facts: [
              ['Sales', sales ? 'yes, if you may see them' : 'no'],
              ['Problems', problems ? 'yes, if you may do everything' : 'no'],
            ],
          },
          {
            is: 'table',
            title: 'Your devices',
            columns: [{ head: 'Device' }, { head: 'Since (UTC)' }],
            rows: all.map(({ device, created_at }) => [device, minute(created_at)]),
            empty: 'None yet. On an iPhone, add the desk to the home screen first.',
          },
          { is: 'acts', id: '', only: ['turn-on', 'choose', ...(all.length > 0 ? ['turn-off'] : [])] },
        ],
      };
    },
    acts: [
      {
        name: 'turn-on',
        label: 'Turn on here',
        isOfPage: true,
        // A device is told from then on, whoever holds it.
        isGrave: true,
        ask: async () => ({
          words:
            'Your browser asks whether it may show notifications. They go through its maker’s push service, encrypted for this device alone.',
          fields: [{ name: 'subscription', label: '', kind: 'push', value: sender }],
        }),
        async act(_id, { subscription = '' }, by) {
          const device = await devices.add(mine(by), subscription);
          return { words: `You are told on ${device}.`, after: { device } };
        },
      },
      {
        name: 'choose',
        label: 'Choose what about',
        button: 'Save',
        isOfPage: true,
        async ask(_id, by) {
          const { sales, problems } = await devices.wishes(mine(by));
          const box = (name: string, label: string, is: boolean) =>
            ({ name, label, kind: 'check', value: is ? 'yes' : '' }) as const;
          return {
            words: 'On all of your devices.',
            fields: [
              box('sales', 'Sales, if you may see them', sales),
              box('problems', 'Problems, if you may do everything', problems),
            ],
          };
        },
        async act(_id, form, by) {
          const before = await devices.wishes(mine(by));
          const after = { sales: form['sales'] === 'yes', problems: form['problems'] === 'yes' };
          await devices.choose(mine(by), after);
          return { words: 'Saved.', before, after };
        },
      },
      {
        name: 'turn-off',
        label: 'Turn off a device',
        isOfPage: true,
        async ask(_id, by) {
          const all = await devices.of(mine(by));
          if (all.length === 0) throw new Problem('conflict', 'No device is told.');
          return {
            words: 'It is told nothing more.',
            fields: [
              {
                name: 'device',
                label: 'Device',
                options: all.map(({ id, device, created_at }) => ({
                  value: id,
                  label: `${device}, since ${minute(created_at)}`,
                })),
              },
            ],
          };
        },
        async act(_id, { device = '' }, by) {
          const name = await devices.remove(mine(by), device);
          return { words: `${name} is told nothing more.`, before: { device: name } };
        },
      },
    ],
  };
}

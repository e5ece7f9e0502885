import { fuzz } from '../../testing/fuzz.ts';
import { startHub } from '../../e2e/hub.ts';
import { atMost, type Figure } from '../kit.ts';
import { addTemplate, type Plan, signUpMany } from './kit.ts';

/** Requests of every kind to every route, as nobody and as members: no fault of the hub, nothing told of its inside. */
export async function torture({ seed, isShort, say }: Plan): Promise<Figure[]> {
  const count = isShort ? 1000 : 10_000;
  await using hub = await startHub({ env: { TRUST_PROXY: '1' } });
  const members = await signUpMany(hub.url, 8);
  for (const member of members) await addTemplate(member, 'tpl_fuzz', 'Fuzz');
  const cookies = members.map(({ cookie }) => cookie);
  const ids = ['tpl_fuzz', 'mutual-nda', 'node-postgres-starter'];
  const { sent, routes, statuses, faults } = await fuzz({ url: hub.url, seed, count, cookies, ids });
  say(`${sent} requests to ${routes} routes: ${JSON.stringify(statuses)}`);
  for (const fault of faults.slice(0, 20)) say(fault);
  const isThere = await fetch(`${hub.url}/api/health`).then(({ ok }) => ok);
  return [
    atMost(`answers of 500 and traces of the inside in ${sent} requests`, faults.length, 0, '', 0),
    atMost('hubs that were gone afterwards', isThere ? 0 : 1, 0, '', 0),
  ];
}

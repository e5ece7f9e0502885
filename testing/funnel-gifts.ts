import { randomText } from '#base/id.ts';
import type { Funnel, LeadsAnswer } from '#features/funnels/rules/contract.ts';
import type { TestDatabase } from './database.ts';
import { aFunnel, type funnelsHub, withBlock } from './funnels-hub.ts';

type Hub = Awaited<ReturnType<typeof funnelsHub>>;

/** A PDF by its first bytes, and no two alike. */
export const aPdf = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(`%PDF-1.7\n${randomText(40)}\n%%EOF`));

export const optinOf = (funnel: Funnel): string =>
  funnel.steps[0]?.blocks.find(({ type }) => type === 'optin')?.id ?? '';

/** What members and visitors do with promised files. */
export function giftHands(hub: Hub, db: TestDatabase) {
  const upload = (uid: string, name: string, body: Uint8Array<ArrayBuffer>) =>
    hub.send('POST', `/api/funnels/gifts?name=${encodeURIComponent(name)}`, {
      body,
      headers: { 'x-user': uid, 'content-type': 'application/octet-stream' },
    });

  return {
    upload,

    async keep(uid: string, name: string, body: Uint8Array<ArrayBuffer>): Promise<string> {
      const answer = await upload(uid, name, body);
      if (!answer.ok) throw new Error(await answer.text());
      return ((await answer.json()) as { value: string }).value;
    },

    /** A funnel whose form promises this. */
    promising: (value: string, more: Partial<Funnel['settings']> = {}, words = ''): Funnel => {
      const funnel = aFunnel(`fun_${randomText(10)}`);
      return withGift({ ...funnel, settings: { ...funnel.settings, ...more } }, value, words);
    },

    /** From a place of its own each time: how often one may ask is not the subject. */
    leave: async (funnel: Funnel, email: string) => {
      const [a, b] = crypto.getRandomValues(new Uint8Array(2));
      return hub.leave(
        `/f/${funnel.slug}`,
        { block: optinOf(funnel), email, consent: 'yes', token: await hub.token() },
        { 'x-forwarded-for': `10.${a}.${b}.7` },
      );
    },

    /** The links in the mails to an address, the oldest first. */
    async mailed(email: string, kind: 'gift' | 'confirm' = 'gift'): Promise<string[]> {
      const { rows } = await db.pool.query<{ payload: unknown }>(
        `select payload from outbound_message where channel = 'mail' and payload->>'to' = $1 order by created_at, id`,
        [email],
      );
      const link = new RegExp(`https://birch\\.example/f/-/${kind}\\?t=([^"]+)`);
      return rows.flatMap(({ payload }) => {
        const t = link.exec(JSON.stringify(payload))?.[1];
        return t ? [decodeURIComponent(t)] : [];
      });
    },

    look: (t: string) => hub.visit(`/f/-/gift?t=${encodeURIComponent(t)}`),
    download: (t: string) => {
      const [a, b] = crypto.getRandomValues(new Uint8Array(2));
      return hub.leave('/f/-/gift', { t }, { 'x-forwarded-for': `10.${a}.${b}.8` });
    },
    async leads(uid: string, funnel: Funnel): Promise<LeadsAnswer['leads']> {
      const answer = await hub.send('GET', `/api/funnels/${funnel.id}/leads`, { headers: { 'x-user': uid } });
      return ((await answer.json()) as LeadsAnswer).leads;
    },
  };
}

export const withGift = (funnel: Funnel, value: string, words = ''): Funnel =>
  withBlock(funnel, (block) =>
    block.type === 'optin' ? { ...block, values: { ...block.values, gift: value, giftWords: words } } : block,
  );

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomText } from '#base/id.ts';
import type { AgreementDetail, SigningView } from '#features/agreements/rules/contract.ts';
import { quietPort, startHub } from '../../e2e/hub.ts';
import { atMost, type Figure } from '../kit.ts';
import { type Plan, randomOf, until } from './kit.ts';

const ofEach = 40;
const html =
  '<h1>Terms</h1><h2>1. Work</h2><p>The work is done by spring.</p><h2>2. Fee</h2><p>The fee is 100.</p>';

interface Sender {
  email: string;
  address: string;
  cookie: string;
}

/** The hub is killed while documents are signed and sealed: each is finished once, and its file never changes again. */
export async function torture({ seed, isShort, say }: Plan): Promise<Figure[]> {
  const [kills, senders] = isShort ? [10, 3] : [100, 25];
  const random = randomOf(seed);
  const dataDir = await mkdtemp(join(tmpdir(), 'torture-'));
  const env = { PORT: String(await quietPort()), TRUST_PROXY: '1' };
  let hub = await startHub({ dataDir, env });

  async function ask<T>(
    { cookie, address }: Omit<Sender, 'email'>,
    path: string,
    body?: unknown,
  ): Promise<T> {
    const response = await fetch(hub.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        cookie,
        'content-type': 'application/json',
        ...(address && { 'x-forwarded-for': address }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** By a code: their address is proven, as it must be for sending. */
  async function newSender(n: number): Promise<Sender> {
    const [email, address] = [`sender.${n}@wren.example`, `10.2.0.${n}`];
    const browser = randomText(40);
    await ask({ cookie: '', address }, '/api/auth/code', { email, browser });
    let code = '';
    await until(`a code for ${email}`, async () => {
      // Shown to this machine alone.
      const here = { cookie: '', address: '' };
      const { mails } = await ask<{ mails: { to: string; subject: string }[] }>(here, '/api/dev/mailbox');
      const found = mails.find(({ to }) => to.includes(email))?.subject;
      code = /\d{6}/.exec(found ?? '')?.[0] ?? '';
      return code !== '';
    });
    const response = await fetch(`${hub.url}/api/auth/code/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email, browser, code, displayName: 'Ada' }),
    });
    if (!response.ok) throw new Error(`Nobody could sign in: ${response.status} ${await response.text()}`);
    const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    return { email, address, cookie: cookie.join('; ') };
  }

  const detailOf = (sender: Sender, id: string) => ask<AgreementDetail>(sender, `/api/agreements/${id}`);

  async function sign(sender: Sender, id: string): Promise<void> {
    const { agreement } = await detailOf(sender, id);
    if (agreement.state !== 'out') return;
    const t = new URL(agreement.link ?? '', hub.url).searchParams.get('t') ?? '';
    const view = await ask<SigningView>(sender, `/api/signing?t=${encodeURIComponent(t)}`);
    const last = view.versions.at(-1);
    await ask(sender, '/api/signing/sign', {
      t,
      key: `key-of-signing-${id}`,
      version: last?.version,
      sha256: last?.sha256,
      consent: true,
      name: 'Ada',
      signature: { kind: 'typed', text: 'Ada' },
    });
  }

  const fileOf = async ({ cookie, address }: Sender, id: string): Promise<string> => {
    const headers = { cookie, 'x-forwarded-for': address };
    const response = await fetch(`${hub.url}/api/agreements/${id}/file`, { headers });
    const bytes = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
    return Buffer.from(bytes).toString('hex');
  };

  try {
    const all: { sender: Sender; id: string }[] = [];
    for (let n = 1; n <= senders; n++) {
      const sender = await newSender(n);
      for (let nth = 0; nth < ofEach; nth++) {
        const people = [{ name: 'Ada', email: sender.email, role: 'signs', turn: 1, party: null }];
        const letter = { key: `key-of-letter-${n}-${nth}`, title: `Terms ${nth}`, html, people };
        all.push({ sender, id: (await ask<{ id: string }>(sender, '/api/agreements', letter)).id });
      }
    }
    say(`${all.length} documents are out`);
    const files = new Map<string, string>();
    let changed = 0;
    const perKill = Math.ceil(all.length / kills);
    for (let kill = 1; kill <= kills; kill++) {
      const now = all.slice((kill - 1) * perKill, kill * perKill);
      const signing = Promise.all(now.map(({ sender, id }) => sign(sender, id).catch(() => {})));
      // In the midst of signatures or of what follows them: between a few and some hundred milliseconds.
      await new Promise((resolve) => setTimeout(resolve, 20 + random() * 600));
      await hub.stop('SIGKILL');
      await signing;
      hub = await startHub({ dataDir, env });
      for (const { sender, id } of now) {
        await sign(sender, id);
        const { agreement } = await detailOf(sender, id);
        if (agreement.isSealed) files.set(id, await fileOf(sender, id));
      }
      if (kill % 10 === 0) say(`${kill} kills`);
    }
    let unfinished = 0;
    let twice = 0;
    for (const { sender, id } of all) {
      await until(`${id} is sealed`, async () => (await detailOf(sender, id)).agreement.isSealed).catch(
        () => (unfinished += 1),
      );
      const { events, isIntact } = await detailOf(sender, id);
      const counts = ['signed', 'completed', 'sealed'].map(
        (kind) => events.filter((event) => event.kind === kind).length,
      );
      if (!isIntact || counts.some((count) => count !== 1)) twice += 1;
      const before = files.get(id);
      if (before !== undefined && before !== (await fileOf(sender, id))) changed += 1;
    }
    return [
      atMost(`${kills} kills while ${all.length} documents are signed: not finished`, unfinished, 0, '', 0),
      atMost('signed, completed or sealed more or less than once, or a broken log', twice, 0, '', 0),
      atMost('files that changed after they could be downloaded', changed, 0, '', 0),
    ];
  } finally {
    await hub.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

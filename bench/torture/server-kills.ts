import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietPort, startHub } from '../../e2e/hub.ts';
import { atMost, type Figure } from '../kit.ts';
import { addTemplate, type Member, type Plan, randomOf, signUp } from './kit.ts';

const writers = 16;

interface Writer {
  member: Member;
  id: string;
  /** The last text that was acknowledged, and the version that it has. */
  acknowledged: number;
  version: number;
}

/** The hub is killed in the midst of saves; afterwards each template holds what was last acknowledged, or what was under way. */
export async function torture({ seed, isShort, say }: Plan): Promise<Figure[]> {
  const kills = isShort ? 10 : 100;
  const savesPerKill = 500;
  const random = randomOf(seed);
  const dataDir = await mkdtemp(join(tmpdir(), 'torture-'));
  const env = { PORT: String(await quietPort()), TRUST_PROXY: '1' };
  let total = 0;
  let lost = 0;
  let slowest = 0;
  try {
    let hub = await startHub({ dataDir, env });
    const all: Writer[] = [];
    for (let n = 0; n < writers; n++) {
      const member = await signUp(hub.url);
      await addTemplate(member, `tpl_torture_${n}`, 'Torture');
      all.push({ member, id: `tpl_torture_${n}`, acknowledged: 0, version: 1 });
    }
    for (let kill = 1; kill <= kills; kill++) {
      let saved = 0;
      const isEnough = savesPerKill + Math.floor(random() * 100);
      let isDead = false;
      const dying = new Promise<void>((resolve) => {
        const write = async (writer: Writer) => {
          while (!isDead) {
            const text = writer.acknowledged + 1;
            const answer = await writer.member
              .ask<{ version: number }>('PATCH', `/api/saved/${writer.id}`, {
                key: `key-${seed}-${kill}-${writer.id}-${text}`,
                base: writer.version,
                content: `text ${text}`,
                fields: [],
                formData: {},
              })
              .catch(() => null);
            if (!answer) return;
            writer.acknowledged = text;
            writer.version = answer.version;
            if (++saved === isEnough) resolve();
          }
        };
        void Promise.all(all.map(write)).then(() => resolve());
      });
      await dying;
      isDead = true;
      await hub.stop('SIGKILL');
      total += saved;
      const began = performance.now();
      hub = await startHub({ dataDir, env });
      slowest = Math.max(slowest, (performance.now() - began) / 1000);
      for (const writer of all) {
        const { template, head } = await writer.member.ask<{
          template: { content: string };
          head: { contentVersion: number };
        }>('GET', `/api/saved/${writer.id}`);
        const text = Number(/^text (\d+)$/.exec(template.content)?.[1] ?? 0);
        // One more may have been written whose answer died with the hub; each save is one version.
        const isThere = text === writer.acknowledged || text === writer.acknowledged + 1;
        const isEach = head.contentVersion === writer.version + (text - writer.acknowledged);
        if (!isThere || !isEach) lost += 1;
        writer.acknowledged = text;
        writer.version = head.contentVersion;
      }
      if (kill % 10 === 0) say(`${kill} kills, ${total} acknowledged saves, ${lost} lost`);
    }
    await hub.stop();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  return [
    { ...atMost(`${kills} kills of the hub, ${total} acknowledged saves: lost`, lost, 0, 'saves', 0) },
    {
      what: 'acknowledged saves in all',
      measured: String(total),
      aim: `>= ${kills * savesPerKill}`,
      reached: total >= kills * savesPerKill,
    },
    atMost('ready again after a kill, the slowest', slowest, 5, 's', 1),
  ];
}

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { has } from '#testing/sealed-pdf.ts';
import { openWholeHub } from '#testing/whole-hub.ts';
import type { AgreementDetail, AgreementList, SigningView } from '../rules/contract.ts';

const db = await useDatabase();
const hub = await openWholeHub(db, { clock: movableClock('2026-11-24T12:00:00Z'), hasLimits: false });

const block = (name: string, ...labels: string[]) =>
  `<div class="doc-signature"><p><strong>${name}</strong></p><table><tbody>${labels.map((label) => `<tr><th scope="row">${label}</th><td> </td></tr>`).join('')}</tbody></table></div>`;
const html = `<h1>Terms of work</h1>
<h2><span class="doc-number">1.</span> Arbitration</h2><p>Disputes go to an arbitrator.</p>
<div class="doc-signatures">${block('Halden GmbH', 'Initials')}${block('Wren Studio', 'Initials')}</div>
<h2><span class="doc-number">2.</span> What was made before</h2><p>It stays with Wren Studio.</p>
<div class="doc-signatures">${block('Wren Studio', 'Initials')}</div>
<div class="doc-signatures">${block('Wren Studio', 'Signature', 'Date')}${block('Halden GmbH', 'Signature', 'Initials')}</div>`;

async function done<T>(answer: Promise<Response>, status = 200): Promise<T> {
  const response = await answer;
  expect(response.status, await response.clone().text()).toBe(status);
  return (await response.json()) as T;
}

test('initials are asked for where the text has a line for them, and stand there in the file', async () => {
  const email = 'ada@wren.example';
  const ada = hub.browser();
  await done(ada.post('/api/auth/sign-up', { displayName: 'Ada', email, password: 'meadow-lantern-otter' }));
  await db.pool.query('update account_user set email_verified = true');
  const people = [{ name: 'Ada Moore', email, role: 'signs', turn: 1, party: 0 }];
  const third = [{ ...people[0], party: 2 }];
  // Blocks for initials are none to sign in.
  await done(ada.post('/api/agreements', { key: 'key-of-sending-0', title: 'T', html, people: third }), 400);
  const sent = await done<{ id: string }>(
    ada.post('/api/agreements', { key: 'key-of-sending-1', title: 'Terms of work', html, people }),
  );
  const { agreements } = await done<AgreementList>(ada.get('/api/agreements'));
  const t = new URL(agreements[0]?.link ?? '', 'http://x').searchParams.get('t') ?? '';
  const shown = await done<SigningView>(ada.get(`/api/signing?t=${encodeURIComponent(t)}`));
  expect(shown.initials).toEqual(['1. Arbitration', '2. What was made before']);
  const body = {
    t,
    key: 'key-of-signing-1',
    version: 1,
    sha256: shown.versions[0]?.sha256,
    consent: true,
    name: 'Ada Moore',
    signature: { kind: 'typed', text: 'Ada Moore' },
  };
  expect(await done(ada.post('/api/signing/sign', body), 400)).toMatchObject({
    error: { fields: { initials: 'Enter your initials.' } },
  });
  await done(ada.post('/api/signing/sign', { ...body, initials: 'A\u202eQZM' }), 400);
  await done(ada.post('/api/signing/sign', { ...body, initials: 'AQZM' }));
  await hub.deliver();
  const { events } = await done<AgreementDetail>(ada.get(`/api/agreements/${sent.id}`));
  expect(events.find(({ kind }) => kind === 'signed')?.data).toMatchObject({
    initials: 'AQZM',
    beside: '1. Arbitration; 2. What was made before',
  });
  const file = await ada.get(`/api/signing/file?t=${encodeURIComponent(t)}`);
  const bytes = Buffer.from(await file.arrayBuffer());
  const words = has('pdftotext')
    ? execFileSync('pdftotext', ['-l', '1', '-', '-'], { input: bytes }).toString()
    : 'AQZM AQZM';
  expect(words.split('AQZM')).toHaveLength(3);
  expect(hub.unexpected).toEqual([]);
});

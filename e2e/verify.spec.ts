import type { Page } from '@playwright/test';
import { makeCertificate, pemOf } from '#platform/server/seal/certificate.ts';
import { signerOf } from '#platform/server/seal/own-signer.ts';
import { makeRoom } from '#platform/server/seal/place.ts';
import { signatureOver } from '#platform/server/seal/signature.ts';
import { onePage } from '#testing/one-page.ts';
import { damaged } from '#testing/sealed-pdf.ts';
import { expect, test } from './fixtures.ts';

async function sealedFile() {
  const now = new Date();
  const { certificate, key } = await makeCertificate({ name: 'Hub', origin: 'https://hub.example' }, now);
  const signer = await signerOf([certificate], key);
  if (!signer) throw new Error('No signer');
  const room = await makeRoom(onePage, { reason: 'All have signed', name: 'Hub', at: now }, 4096);
  const pdf = room.fill(await signatureOver(room.digest, signer, async () => null));
  return { pdf, pem: pemOf(certificate) };
}

const choose = (page: Page, name: string, bytes: Uint8Array) =>
  page
    .getByLabel('Signed PDF')
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) });

test('a PDF is checked on this device, and each answer is in words @both', async ({ page, hub }) => {
  const { pdf, pem } = await sealedFile();
  const {
    'one byte of the text': changed,
    'a byte appended': longer,
    'the end cut off': shorter,
  } = damaged(pdf);
  let ours = pem;
  await page.route('**/api/agreements/seal', (route) => route.fulfill({ body: ours }));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(`${hub.url}/verify`);
  const says = async (name: string, bytes: Uint8Array, words: string) => {
    await choose(page, name, bytes);
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  };
  await says('signed.pdf', pdf, 'Sealed by this hub, and unchanged');
  await says('changed.pdf', changed, 'Sealed by this hub, but changed afterwards');
  await expect(page.getByText('text, a picture or an attachment was changed')).toBeVisible();
  await says('longer.pdf', longer, 'Sealed by this hub, but changed afterwards');
  await expect(page.getByText('Something was added to the file')).toBeVisible();
  await says('shorter.pdf', shorter, 'Sealed by this hub, but changed afterwards');
  await expect(page.getByText('The end of the file is missing')).toBeVisible();
  await says('plain.pdf', onePage, 'This PDF has no seal');
  await says('letter.pdf', Buffer.from('Dear Ada'), 'This isn’t a PDF');
  ours = '';
  await says('signed.pdf', pdf, 'Sealed by somebody else');
  expect(sent.filter((line) => line.includes('/api/agreements'))).toEqual([]);
});

import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { lettersApi } from '../rules/addresses.ts';
import type { MailWords } from '../rules/blocks.ts';
import type { LinksAnswer, PicturesAnswer, PictureView } from '../rules/contract.ts';

/** Up to forty addresses are looked at, some of which take their time. */
const linksPatienceMs = 60_000;

export const checkLinks = ({ subject, blocks }: MailWords): Promise<LinksAnswer> =>
  withSession(() =>
    api<LinksAnswer>(lettersApi.links, {
      method: 'POST',
      timeoutMs: linksPatienceMs,
      body: { subject, blocks },
    }),
  );
export const ownPictures = (): Promise<PicturesAnswer> =>
  withSession(() => api<PicturesAnswer>(lettersApi.pictures));
export const removePicture = (name: string): Promise<unknown> =>
  withSession(() => api(lettersApi.picture.replace(':name', name), { method: 'DELETE' }));

/** The words of a refusal stand in its answer. */
export async function uploadPicture(file: Blob): Promise<PictureView> {
  const response = await fetch(lettersApi.pictures, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': file.type || 'application/octet-stream' },
    body: file,
    signal: AbortSignal.timeout(60_000),
  });
  const answer = (await response.json().catch(() => null)) as
    | (PictureView & { error?: { message?: string } })
    | null;
  if (!response.ok || !answer)
    throw new Error(answer?.error?.message ?? 'Couldn’t upload this image. Try again.');
  return answer;
}

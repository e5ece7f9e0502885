import type { Problem } from '#base/problem.ts';
import type { SendOutcome } from '#platform/web/outbox.ts';
import { requestSignIn } from '#platform/web/session.ts';
import { toast } from '#ui/toast.tsx';
import { afterOutcome, type SaveChain, type SaveOutcome } from '../rules/choose.ts';
import { savedApi, type SavedTemplate } from '../rules/contract.ts';
import { patience } from '../rules/sizes.ts';
import { savedWords, say, type Situation } from '../rules/words.ts';
import { kind, type Store } from './store.ts';
import { keepEmergency, keepLocally } from './local.ts';
import { UploadFailed } from './sender.ts';

type Sent = SendOutcome | 'timeout';

export async function runChain(
  store: Store,
  first: SaveChain,
  send: () => Promise<SendOutcome>,
): Promise<SaveChain> {
  let chain = first;
  let sending: Promise<Sent> | null = null;
  const keepAside = (records: SavedTemplate[]) =>
    store.durable.putAside(
      records.map((body) => ({ owner: body.userId, kind, id: body.id, at: body.updatedAt, body })),
    );
  const sent = () => (sending ??= sendSignedIn(send));
  for (;;) {
    chain.says.forEach(tell);
    const { step } = chain;
    if (step.do === 'done' || step.do === 'fail') return chain;
    chain = afterOutcome(chain, await outcomeOf());
  }

  async function outcomeOf(): Promise<SaveOutcome> {
    const { step } = chain;
    switch (step.do) {
      // One request does both; what went wrong tells how far it came.
      case 'upload': {
        const outcome = await sent();
        const failed = typeof outcome === 'object' && 'passing' in outcome ? outcome.passing : null;
        if (failed instanceof UploadFailed) return { of: 'upload', was: failed.was };
        return {
          of: 'upload',
          was: 'uploaded',
          contentURL: savedApi.content(step.record.id, 1),
          contentLength: step.record.content.length,
        };
      }
      case 'write':
        return writeOutcome(await sent());
      case 'keepLocally':
        return { of: 'local', was: await keepLocally(step.record, step.budget, keepAside) };
      case 'keepEmergency':
        return { of: 'local', was: await keepEmergency(step.record, keepAside) };
      default:
        return { of: 'local', was: 'failed' };
    }
  }
}

function writeOutcome(sent: Sent): SaveOutcome {
  if (sent === 'sent') return { of: 'write', was: 'written' };
  if (sent === 'timeout') return { of: 'write', was: 'timeout' };
  if ('passing' in sent) return { of: 'write', was: 'unavailable' };
  const words = refusalWords(sent.refused);
  return { of: 'write', was: 'refused', ...(words && { words }) };
}

/** Which limit it was, the plan's or the account's room, is in the hub's own words. */
const refusalWords = ({ code, message }: Problem): string | null =>
  code === 'limit_reached' ? message : code === 'too_large' ? say('tooLarge') : null;

/** A session that ended meanwhile: sign in right here, then once more. */
async function sendSignedIn(send: () => Promise<SendOutcome>): Promise<Sent> {
  const first = await withinPatience(send());
  const isOver = typeof first === 'object' && 'passing' in first && first.passing.code === 'unauthenticated';
  return isOver && (await requestSignIn()) ? withinPatience(send()) : first;
}

/** A write that takes longer goes on in the queue; whoever saved is told now. */
async function withinPatience<T>(work: Promise<T>): Promise<T | 'timeout'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => {
      console.warn(say('timedOut'));
      resolve('timeout');
    }, patience.saveMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function tell(situation: Situation): void {
  const { as } = savedWords[situation];
  if (as === 'success' || as === 'warning' || as === 'error') toast[as](say(situation));
}

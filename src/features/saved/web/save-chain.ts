import type { Problem } from '#base/problem.ts';
import type { SendOutcome } from '#platform/web/outbox.ts';
import { requestSignIn } from '#platform/web/session.ts';
import { toast } from '#ui/toast.tsx';
import { afterOutcome, type SaveChain, type SaveOutcome } from '../rules/choose.ts';
import type { SavedTemplate } from '../rules/contract.ts';
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
  const keepAside = (records: SavedTemplate[]) =>
    store.durable.putAside(
      records.map((body) => ({ owner: body.userId, kind, id: body.id, at: body.updatedAt, body })),
    );
  for (;;) {
    chain.says.forEach(tell);
    const { step } = chain;
    switch (step.do) {
      case 'send':
        chain = afterOutcome(chain, outcomeOf(await sendSignedIn(send)));
        break;
      case 'keepLocally': {
        const was = await keepLocally(step.record, step.budget, keepAside);
        chain = afterOutcome(chain, { of: 'local', was });
        break;
      }
      case 'keepEmergency': {
        const was = await keepEmergency(step.record, keepAside);
        chain = afterOutcome(chain, { of: 'local', was });
        break;
      }
      case 'done':
      case 'fail':
        return chain;
    }
  }
}

function outcomeOf(sent: Sent): SaveOutcome {
  if (sent === 'sent') return { of: 'send', was: 'written' };
  if (sent === 'timeout') return { of: 'send', was: 'timeout' };
  if ('passing' in sent) {
    const { passing } = sent;
    return passing instanceof UploadFailed
      ? { of: 'upload', was: passing.was }
      : { of: 'send', was: 'unavailable' };
  }
  const words = refusalWords(sent.refused);
  return { of: 'send', was: 'refused', ...(words && { words }) };
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

import type { AnyKysely } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Step } from '../rules/contract.ts';
import { wordsOf } from '../rules/mail.ts';
import type { Engine } from './engine.ts';
import { factsOf, inDress } from './letter.ts';
import type { OwnerRow } from './tables.ts';

/** A message of a campaign as it would go out for a made-up cart: by the very parts that make the real one. */
export const createSampleMail =
  ({ origin }: Pick<Platform, 'origin'>, engine: Pick<Engine, 'dressFor'>) =>
  async (
    db: AnyKysely,
    owner: OwnerRow,
    step: Pick<Step, 'subject' | 'body' | 'discountPercent' | 'blocks'>,
  ) => {
    const dress = await engine.dressFor(db, owner);
    const percent = step.discountPercent;
    const facts = factsOf(
      {
        name: 'Maya Ortiz',
        total_cents: 4900,
        currency: 'USD',
        items: [{ name: 'Sample product', quantity: 1, cents: 4900 }],
      },
      // It is missing before the campaign can be turned on, and that is said there.
      dress.shop || '[your shop name]',
      { percent, code: percent > 0 ? owner.delivery.shopCode || 'SAMPLE' : '' },
      `${origin()}/r/sample`,
    );
    return inDress({ words: wordsOf(step) }, facts, dress, origin());
  };

import { textStandings, type TextStanding } from '#features/consent/server/public.ts';
import type { Config } from '#platform/server/config.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { lastTexted } from '#platform/server/texts/bounds.ts';
import { sendsTexts } from '#platform/server/texts/feature.ts';
import type { TextMessage } from '#platform/server/texts/message.ts';
import type { TextsOff } from '../rules/texting.ts';
import type { ContactRow } from './tables.ts';

/** Why no text message leaves for a member; '' where they do. */
export const textsOff = (config: Pick<Config, 'live' | 'texts'>, isInPlan: boolean): TextsOff =>
  !sendsTexts(config) ? 'provider' : isInPlan ? '' : 'plan';

type Row = Pick<ContactRow, 'owner_id' | 'phone'>;

export interface Texting {
  standing(row: Row): TextStanding;
  /** When this number last got a text message of its owner. */
  textedAt(row: Row): Date | null;
  messages: TextMessage[];
}

/** One look at numbers and consent for all that is due. */
export async function lookAtTexts(
  parts: Pick<Platform, 'secret'>,
  trx: AnyTransaction,
  rows: readonly Row[],
): Promise<Texting> {
  const asked = (row: Row) => ({ ownerId: row.owner_id, number: row.phone });
  const withPhone = rows.filter(({ phone }) => phone !== '');
  const standing = await textStandings(parts, trx, withPhone.map(asked));
  // Two people who share a phone get what one would.
  const last = await lastTexted(trx, withPhone.map(asked));
  return {
    standing: (row) => standing(asked(row)),
    textedAt: (row) => last(asked(row)),
    messages: [],
  };
}

import type { TextCountries } from '#base/mobile-number.ts';
import { textStandings, type TextStanding } from '#features/consent/server/public.ts';
import type { Config } from '#platform/server/config.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { lastTexted } from '#platform/server/texts/bounds.ts';
import { sendsTexts } from '#platform/server/texts/feature.ts';
import type { TextMessage } from '#platform/server/texts/message.ts';
import { hubTextsLeft } from '#platform/server/texts/month.ts';
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
  countries: TextCountries;
  /** How many more parts the whole hub may hand over this month. */
  hubLeft: number;
}

/** One look at numbers and consent for all that is due. */
export async function lookAtTexts(
  { config, ...parts }: Pick<Platform, 'secret' | 'config'>,
  trx: AnyTransaction,
  rows: readonly Row[],
  now: Date,
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
    countries: config.textsTo,
    hubLeft:
      withPhone.length > 0 && sendsTexts(config) ? await hubTextsLeft(trx, config.textsHubPerMonth, now) : 0,
  };
}

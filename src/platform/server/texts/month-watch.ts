import { minutes } from '#base/clock.ts';
import { countryName } from '#base/countries.ts';
import type { DeskPage } from '../desk.ts';
import type { Platform } from '../platform.ts';
import { hubMonth, type HubMonth } from './month.ts';

/** What the operator is told of the month, before anybody waits. */

type Parts = Pick<Platform, 'config' | 'db' | 'clock'>;

const numbers = new Intl.NumberFormat('en-US');
export const monthWords = ({ sent, most }: HubMonth): string =>
  `${numbers.format(sent)} of ${numbers.format(most)} parts sent this month`;

/** What to do about it; null while there is enough left. */
export const monthAdvice = ({ standing }: HubMonth): string | null =>
  standing === 'fine'
    ? null
    : standing === 'near'
      ? 'Text messages of this month are nearly used up. Raise SMS_HUB_PER_MONTH, or look who sends so many.'
      : 'Text messages wait until next month. Raise SMS_HUB_PER_MONTH, or look who sends so many.';

/** For those who are told at once what is known, and can’t wait for the database. */
export function createMonthWatch({ config, db, clock }: Parts) {
  let known: { advice?: string } = {};
  let readAt = -Infinity;
  return {
    advice(): { advice?: string } {
      const now = clock.now();
      if (db.state() !== 'up' || now.getTime() - readAt < minutes(1)) return known;
      readAt = now.getTime();
      void hubMonth(db.tables(), config.textsHubPerMonth, now).then(
        (month) => {
          const advice = monthAdvice(month);
          known = advice === null ? {} : { advice };
        },
        // Whoever looks at the database itself hears what is wrong with it.
        () => {},
      );
      return known;
    },
  };
}

/** Where text messages go, and how many of this month are left. */
export const textsPage = ({ config, db, clock }: Parts): DeskPage => {
  const look = () => hubMonth(db.tables(), config.textsHubPerMonth, clock.now());
  return {
    path: 'texts',
    title: 'Text messages',
    right: 'everything',
    async glance() {
      const month = await look();
      const advice = monthAdvice(month);
      return [
        {
          label: 'Text messages this month',
          value: `${numbers.format(month.sent)} of ${numbers.format(month.most)}`,
          ...(advice !== null && { note: advice, waits: true }),
        },
      ];
    },
    async list() {
      const month = await look();
      const { textsTo } = config;
      const names =
        textsTo === 'all'
          ? ['Every country']
          : [...textsTo].map((code) => countryName(code, 'en')).toSorted((a, b) => a.localeCompare(b, 'en'));
      return {
        title: 'Text messages',
        lead:
          monthAdvice(month) ??
          'A text message is paid for by its parts. Once those of a month are used up, people wait until the next.',
        blocks: [
          {
            is: 'facts',
            facts: [
              ['This month', monthWords(month)],
              ['Of one member', `${numbers.format(config.textsPerMonth)} parts a month at most`],
              ['Sent to', names.join(', ')],
            ],
          },
        ],
      };
    },
  };
};

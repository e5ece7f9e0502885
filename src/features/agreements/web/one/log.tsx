import { Icon } from '#ui/icon.tsx';
import CircleAlert from '#ui/icons/circle-alert.ts';
import CircleCheck from '#ui/icons/circle-check.ts';
import { Sheet } from '#ui/stationery.tsx';
import type { AgreementDetail } from '../../rules/contract.ts';
import { eventWords } from '../../rules/words.ts';
import { useDates } from '../dates.ts';

const shownAtOnce = 8;

/** Everything that happened, newest first, and whether the record of it is whole. */
export function Log({ detail: { events, people, isIntact } }: { detail: AgreementDetail }) {
  const newest = events.toReversed();
  return (
    <section aria-labelledby="agreement-log">
      <h2 id="agreement-log" className="mb-12 text-21">
        What happened
      </h2>
      <Sheet>
        <p className={`mb-12 flex gap-8 text-15 ${isIntact ? 'text-ok' : 'text-danger'}`}>
          <span className="pt-4">
            <Icon of={isIntact ? CircleCheck : CircleAlert} size={16} />
          </span>
          {isIntact
            ? 'Record intact: no event was changed or removed.'
            : 'Record damaged: an event was changed or removed.'}
        </p>
        <Events events={newest.slice(0, shownAtOnce)} people={people} />
        {newest.length > shownAtOnce && (
          <details>
            <summary className="flex min-h-touch items-center text-15">
              {newest.length - shownAtOnce} earlier
            </summary>
            <Events events={newest.slice(shownAtOnce)} people={people} />
          </details>
        )}
      </Sheet>
    </section>
  );
}

function Events({ events, people }: Pick<AgreementDetail, 'events' | 'people'>) {
  const { moment } = useDates();
  return (
    <ol className="flex flex-col gap-12 text-15">
      {events.map((event) => (
        <li key={event.seq} className="border-l border-hairline pl-12">
          <span className="block break-words">{eventWords(event, people)}</span>
          <time className="text-13 text-muted" dateTime={event.at}>
            {moment(event.at)}
          </time>
        </li>
      ))}
    </ol>
  );
}

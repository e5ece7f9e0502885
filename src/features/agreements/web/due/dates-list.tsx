import type { ReactNode } from 'react';
import { countOf } from '#base/count.ts';
import { ButtonLink } from '#ui/button.tsx';
import Download from '#ui/icons/download.ts';
import { Sheet } from '#ui/stationery.tsx';
import { Tag } from '#ui/text.tsx';
import { dueApi } from '../../rules/due-addresses.ts';
import type { AgreementDue } from '../../rules/due-contract.ts';
import { soonWords } from '../../rules/due.ts';
import { localDay, useDates } from '../dates.ts';

/** More than these, and the text below is out of sight. */
const shownAtOnce = 6;

interface DatesListProps {
  dues: readonly AgreementDue[];
  /** What its sender can do about one of them. */
  acts?: ((due: AgreementDue) => ReactNode) | undefined;
}

/** The days to come, the next first; what is further on, or over, is folded. */
export function DatesList({ dues, acts }: DatesListProps) {
  const today = localDay();
  const coming = dues.filter(({ day }) => day >= today);
  const over = dues.filter(({ day }) => day < today).toReversed();
  return (
    <>
      {coming.length === 0 && <p className="py-8 text-15 text-muted">Nothing is due anymore.</p>}
      <Rows dues={coming.slice(0, shownAtOnce)} today={today} acts={acts} />
      <Folded words={countOf(coming.length - shownAtOnce, 'later date')} dues={coming.slice(shownAtOnce)}>
        <Rows dues={coming.slice(shownAtOnce)} today={today} acts={acts} />
      </Folded>
      <Folded words={countOf(over.length, 'past date')} dues={over}>
        <Rows dues={over} today={today} acts={acts} />
      </Folded>
    </>
  );
}

export function Folded({
  words,
  dues,
  children,
}: {
  words: string;
  dues: readonly AgreementDue[];
  children: ReactNode;
}) {
  return (
    dues.length > 0 && (
      <details>
        <summary className="flex min-h-touch items-center text-15">{words}</summary>
        {children}
      </details>
    )
  );
}

export function Rows({ dues, today, acts }: DatesListProps & { today: string }) {
  const { date } = useDates();
  return (
    <ol className="flex flex-col">
      {dues.map((due) => {
        const soon = soonWords(due.day, today);
        return (
          <li
            key={due.id}
            className="flex items-center gap-x-16 border-t border-hairline py-8 first:border-t-0"
          >
            <span className="flex min-h-touch min-w-0 flex-1 flex-wrap items-center gap-x-16 gap-y-4">
              <time dateTime={due.day} className="w-96 flex-none text-15 whitespace-nowrap text-muted">
                {date(due.day)}
              </time>
              <span className="min-w-0 flex-auto break-words md:flex-1">
                {due.words}
                {(due.isOwn || due.isChanged) && (
                  <span className="text-13 text-muted">
                    {' '}
                    · {due.isOwn ? 'added by you' : 'changed by you'}
                  </span>
                )}
              </span>
              {soon && <Tag tone={due.kind === 'notice' ? 'warn' : 'plain'}>{soon}</Tag>}
            </span>
            {acts?.(due)}
          </li>
        );
      })}
    </ol>
  );
}

export function CalendarLink({ file }: { file: string }) {
  return (
    <ButtonLink size="tool" href={file} download="" icon={Download}>
      Add to calendar
    </ButtonLink>
  );
}

/** For whoever signed: what the text sets for both sides. */
export function SignedDates({ dues, token }: { dues: readonly AgreementDue[]; token: string }) {
  return (
    <section aria-labelledby="agreement-dates">
      <div className="mb-12 flex flex-wrap items-center justify-between gap-x-16 gap-y-8">
        <h2 id="agreement-dates" className="text-21">
          Dates
        </h2>
        <CalendarLink file={dueApi.signingDates(token)} />
      </div>
      <Sheet>
        <DatesList dues={dues} />
      </Sheet>
    </section>
  );
}

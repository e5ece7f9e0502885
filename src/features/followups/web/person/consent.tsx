import { Notice } from '#ui/feedback.tsx';
import { Stack } from '#ui/page.tsx';
import type { PersonDetail } from '../../rules/contract.ts';
import { standingWords, useDates } from '../say.ts';
import { Fact } from './fact.tsx';

/** What they agreed to, when and where: what is shown if anyone asks. */
export function Consent({ person }: { person: PersonDetail['person'] }) {
  const { moment } = useDates();
  const { consent, standing } = person;
  return (
    <section aria-labelledby="consent">
      <Stack gap={12}>
        <h2 id="consent" className="text-21">
          Consent
        </h2>
        {consent === null ? (
          <Notice kind="warn" still title={standingWords[standing].words}>
            Nothing says that they agreed, so no sequence writes to them.
          </Notice>
        ) : (
          <dl className="grid gap-x-24 gap-y-12 md:grid-cols-2">
            <Fact name="Agreed" value={moment(consent.givenAt)} />
            <Fact name="Where" value={consent.source} />
            {consent.confirmedAt && <Fact name="Confirmed by email" value={moment(consent.confirmedAt)} />}
            {consent.withdrawnAt && <Fact name="Unsubscribed" value={moment(consent.withdrawnAt)} />}
            <div className="md:col-span-2">
              <dt className="text-13 text-muted">What they read</dt>
              <dd className="max-w-measure break-words">{consent.text || 'Not recorded'}</dd>
            </div>
          </dl>
        )}
      </Stack>
    </section>
  );
}

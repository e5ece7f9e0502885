import { Stack } from '#ui/page.tsx';
import type { PersonDetail } from '../../rules/contract.ts';
import { useDates } from '../say.ts';

/** Newest first: what they did and what was done to them. */
export function History({ history }: Pick<PersonDetail, 'history'>) {
  const { moment } = useDates();
  return (
    <Stack gap={12}>
      <h2 className="text-21">History</h2>
      {history.length === 0 ? (
        <p className="text-15 text-muted">Nothing yet.</p>
      ) : (
        <ol className="flex flex-col gap-12">
          {history.map(({ at, words }, index) => (
            <li key={index}>
              <time dateTime={at} className="block text-13 text-muted">
                {moment(at)}
              </time>
              <span className="text-15 break-words">{words}</span>
            </li>
          ))}
        </ol>
      )}
    </Stack>
  );
}

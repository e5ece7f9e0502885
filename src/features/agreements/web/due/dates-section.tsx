import { useState } from 'react';
import { countOf } from '#base/count.ts';
import { randomText } from '#base/id.ts';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/choice.tsx';
import Ellipsis from '#ui/icons/ellipsis.ts';
import Plus from '#ui/icons/plus.ts';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { toast } from '#ui/toast.tsx';
import { dueApi } from '../../rules/due-addresses.ts';
import type { AgreementDetail } from '../../rules/contract.ts';
import type { AgreementDue } from '../../rules/due-contract.ts';
import { localDay, problemWords } from '../dates.ts';
import type { Act } from '../one/act.ts';
import { DateDialog, type TypedDate } from './date-dialog.tsx';
import { CalendarLink, DatesList, Folded, Rows } from './dates-list.tsx';

/** The days that count, for the sender: theirs to change, and mailed about unless they say no. */
export function DatesSection({ detail, act }: { detail: AgreementDetail; act: Act }) {
  const { agreement, dues, dueReminders } = detail;
  const [added, setAdded] = useState(newId);
  /** Whose dialog it is; it stays the same while it closes. */
  const [opened, setOpened] = useState(added);
  const [isOpen, setOpen] = useState(false);
  /** What was begun and not saved, by its date. */
  const [typed, setTyped] = useState<Record<string, TypedDate>>({});
  /** Shown at once; what the server says counts in the end. */
  const [wished, setWished] = useState<boolean | null>(null);
  const there = dues.filter(({ isGone }) => !isGone);
  const gone = dues.filter(({ isGone }) => isGone);
  const before = dues.find(({ id }) => id === opened) ?? null;

  const save = (
    { id, day, words }: Pick<AgreementDue, 'id' | 'day' | 'words'>,
    isGone: boolean,
    said: string,
  ) => act(dueApi.one(agreement.id, id), { day, words, isGone }, said, 'PUT');
  const open = (id: string) => {
    setOpened(id);
    setOpen(true);
  };
  const told = (doing: Promise<void>) => void doing.catch((thrown) => toast.error(problemWords(thrown)));

  return (
    <section aria-labelledby="agreement-dates">
      <div className="mb-12 flex flex-wrap items-center justify-between gap-x-16 gap-y-8">
        <h2 id="agreement-dates" className="text-21">
          Dates
        </h2>
        <div className="ui-actions">
          {there.length > 0 && <CalendarLink file={dueApi.dates(agreement.id)} />}
          <Button size="tool" icon={Plus} onClick={() => open(added)}>
            Add a date
          </Button>
        </div>
      </div>
      <Sheet>
        {dues.length === 0 ? (
          <p className="py-8 text-15 text-muted">
            This document sets no dates that we can read. Add those you want to be reminded of.
          </p>
        ) : (
          <DatesList
            dues={there}
            acts={(due) => (
              <Menu
                label={<Icon of={Ellipsis} />}
                name={`More for ${due.words}`}
                chevron={false}
                square
                align="end"
              >
                <MenuItem onAct={() => open(due.id)}>Change</MenuItem>
                <MenuItem onAct={() => told(save(due, true, 'Removed. You find it below.'))}>Remove</MenuItem>
              </Menu>
            )}
          />
        )}
        <Folded words={countOf(gone.length, 'removed date')} dues={gone}>
          <Rows
            dues={gone}
            today={localDay()}
            acts={(due) => (
              <Button
                size="tool"
                aria-label={`Restore ${due.words}`}
                onClick={() => told(save(due, false, 'Restored.'))}
              >
                Restore
              </Button>
            )}
          />
        </Folded>
        {there.length > 0 && (
          <div className="mt-8 border-t border-hairline pt-8">
            <Switch
              label="Email me before each date"
              hint="14 days before a last day to give notice, 7 days before the others."
              checked={wished ?? dueReminders}
              onChange={({ target }) => {
                setWished(target.checked);
                told(
                  act(
                    dueApi.reminders(agreement.id),
                    { on: target.checked },
                    target.checked ? 'Reminders are on.' : 'Reminders are off.',
                    'PUT',
                  ).finally(() => setWished(null)),
                );
              }}
            />
          </div>
        )}
      </Sheet>
      <DateDialog
        key={opened}
        open={isOpen}
        isNew={opened === added}
        first={typed[opened] ?? { day: before?.day ?? '', words: before?.words ?? '' }}
        keep={(next) => setTyped({ ...typed, [opened]: next })}
        onClose={() => setOpen(false)}
        save={async (date) => {
          await save({ id: opened, ...date }, false, opened === added ? 'Date added.' : 'Date changed.');
          const { [opened]: _saved, ...rest } = typed;
          setTyped(rest);
          setOpen(false);
          if (opened === added) setAdded(newId());
        }}
      />
    </section>
  );
}

const newId = () => `own.${randomText(16)}`;

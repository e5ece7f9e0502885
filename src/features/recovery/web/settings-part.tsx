import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Stack } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import { type AutomationSettings, firstSettings } from '../rules/automation.ts';
import type { Delivery } from '../rules/contract.ts';
import { firstDelivery } from '../rules/sequence.ts';
import type { Changed, Seen } from './automation-world.ts';
import { useAutomation } from './automation-provider.tsx';
import type { SettingName } from '../rules/readiness.ts';
import { GaveWay } from './gave-way.tsx';
import { SenderCheck } from './sender-check.tsx';
import { labelOf, SettingGroups } from './settings-groups.tsx';
import { fitting, useDraft } from '#platform/web/use-draft.ts';

const valueOf = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);

/** An earlier release kept none. */
function readSeen({ settings, delivery }: Record<string, unknown>): Seen | null {
  if (typeof settings !== 'object' || typeof delivery !== 'object') return null;
  return {
    settings: { ...firstSettings(), ...settings },
    delivery: { ...firstDelivery(), ...delivery },
  };
}

/** `wanted`: the field to begin with, anew each time somebody is led here. */
export function SettingsPart({ wanted }: { wanted: { field: SettingName } | null }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = wanted && form.current?.elements.namedItem(wanted.field);
    if (field instanceof HTMLElement) field.focus();
  }, [wanted]);
  const { settings, remote, saveSettings, standing } = useAutomation();
  // Only what was changed: the rest goes on following the account.
  const [own, setOwn] = useDraft('recovery-settings', fitting(firstSettings()));
  const [ownDelivery, setOwnDelivery] = useDraft('recovery-delivery', fitting(firstDelivery()));
  // How all stood when the first of it was changed here.
  const [seen, setSeen] = useDraft('recovery-seen', readSeen);
  const [theirs, setTheirs] = useDraft(
    'recovery-other-settings',
    fitting({ ...firstSettings(), ...firstDelivery() }),
  );
  const [error, setError] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Saved on this device without an account, which cannot know of it.
  const [local, setLocal] = useDraft('recovery-local-settings', fitting(firstSettings()));
  const present: Seen = { settings, delivery: remote?.delivery ?? firstDelivery() };
  const typed: AutomationSettings = { ...settings, ...own };
  const delivery: Delivery = { ...present.delivery, ...ownDelivery };
  const begin = () => seen ?? setSeen(present);
  const set = (change: Partial<AutomationSettings>) => {
    begin();
    setOwn({ ...own, ...change });
  };
  const setDelivery = (change: Partial<Delivery>) => {
    begin();
    setOwnDelivery({ ...ownDelivery, ...change });
  };
  const forget = () => {
    setOwn(null);
    setOwnDelivery(null);
    setSeen(null);
  };
  const discard = () => {
    forget();
    setError(null);
  };
  const problemOf = (name: string) => error?.details.fields?.[name];

  // Whoever signs in has their account's settings before them, and on top, to be saved, what they had set here.
  useEffect(() => {
    if (standing !== 'known' || !local) return;
    const mine = Object.entries(local).filter(
      ([name, value]) => settings[name as keyof AutomationSettings] !== value,
    );
    setLocal(null);
    if (mine.length === 0) return;
    setSeen((known) => known ?? { settings, delivery: remote?.delivery ?? firstDelivery() });
    setOwn((already) => ({ ...Object.fromEntries(mine), ...already }));
  }, [standing, local, settings, remote, setLocal, setSeen, setOwn]);

  async function save(changed: Changed, upon: Seen): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      const gaveWay = await saveSettings(changed, upon);
      forget();
      if (standing === 'local') setLocal({ ...local, ...changed.settings });
      const gone = { ...gaveWay.settings, ...gaveWay.delivery };
      setTheirs(Object.keys(gone).length > 0 ? gone : null);
      toast.success(
        Object.keys(gone).length > 0
          ? 'Settings saved. Another device had changed some of them: see above the Save button.'
          : 'Settings saved.',
      );
    } catch (problem) {
      setError(problem instanceof Problem ? problem : new Problem('unavailable'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Stack gap={48}>
      <form
        ref={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save({ settings: own ?? {}, delivery: ownDelivery ?? {} }, seen ?? present);
        }}
      >
        <Stack gap={32}>
          {(own || ownDelivery) && (
            <Notice
              still
              title="Not saved yet"
              actions={
                <Button size="tool" onClick={discard}>
                  Discard changes
                </Button>
              }
            >
              Your changes are stored on this device until you save or discard them.
            </Notice>
          )}
          {error && (
            <Notice kind="danger" title="Couldn’t save">
              {error.message}
            </Notice>
          )}
          <SettingGroups
            settings={typed}
            delivery={standing === 'local' ? null : delivery}
            brand={remote && { name: remote.mail.brandName, address: remote.mail.brandAddress }}
            {...{ set, setDelivery, problemOf }}
          />
          {theirs && (
            <GaveWay
              theirs={Object.entries(theirs).map(([name, value]) => [labelOf(name), valueOf(value)])}
              dismiss={() => setTheirs(null)}
              take={() =>
                void save(
                  {
                    settings: fitting(firstSettings())(theirs) ?? {},
                    delivery: fitting(firstDelivery())(theirs) ?? {},
                  },
                  present,
                )
              }
            />
          )}
          <div>
            <Button type="submit" variant="primary" busy={isBusy}>
              Save settings
            </Button>
          </div>
        </Stack>
      </form>
      {standing === 'known' && <SenderCheck />}
    </Stack>
  );
}

import { countOf } from '#base/count.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { fileName } from '#platform/web/zip.ts';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/choice.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Column, Columns, Row } from '#ui/page.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { Mono, Tag } from '#ui/text.tsx';
import {
  type Funnel,
  type FunnelAnswer,
  funnelsApi,
  type HookAnswer,
  type VersionsAnswer,
} from '../../rules/contract.ts';
import { PictureField } from './fields.tsx';
import { FrameFields } from './frame-fields.tsx';
import { SlugField } from './inspector.tsx';
import type { Work } from './state.ts';

/** What holds for the whole funnel: its name and look, its forms, who is told, and how it was before. */
export function SettingsView({ work }: { work: Work }) {
  const { editing } = work;
  const { funnel } = editing;
  const change = (part: Partial<Funnel>, tag?: string) => editing.change({ ...funnel, ...part }, tag);
  const style = (part: Partial<Funnel['style']>, tag?: string) =>
    change({ style: { ...funnel.style, ...part } }, tag && `style ${tag}`);
  return (
    <Columns>
      <Column span={6}>
        <Sheet className="flex flex-col gap-16">
          <h2 className="text-17 font-bold">Funnel</h2>
          <Field label="Name" compact>
            <TextInput
              maxLength={120}
              value={funnel.name}
              onChange={({ target: { value } }) => change({ name: value }, 'name')}
            />
          </Field>
          <SlugField step={funnel} taken={[]} onChange={(slug) => change({ slug })} />
          <h2 className="mt-16 text-17 font-bold">Sender</h2>
          <Field label="Company or name" hint="Shown at the top of each page" compact>
            <TextInput
              data-place="company"
              maxLength={120}
              value={funnel.style.company}
              onChange={({ target: { value } }) => style({ company: value }, 'company')}
            />
          </Field>
          <PictureField
            work={work}
            label="Logo"
            hasDrawings={false}
            value={funnel.style.logo}
            onChange={(logo) => style({ logo })}
          />
          <FrameFields work={work} />
          <Field label="Page language" hint="Such as en or de" compact>
            <TextInput
              key={funnel.settings.language}
              defaultValue={funnel.settings.language}
              maxLength={5}
              onBlur={(event) => {
                const language = event.target.value.trim();
                if (/^[a-z]{2}(-[A-Z]{2})?$/.test(language))
                  change({ settings: { ...funnel.settings, language } });
                else event.target.value = funnel.settings.language;
              }}
            />
          </Field>
        </Sheet>
      </Column>
      <Column span={6}>
        <Sheet className="flex flex-col gap-16">
          <h2 className="text-17 font-bold">Leads</h2>
          <Switch
            label="Ask leads to confirm by email"
            hint="Only confirmed leads go to your webhook. Some countries require it."
            checked={funnel.settings.doubleOptIn}
            onChange={({ target }) =>
              change({ settings: { ...funnel.settings, doubleOptIn: target.checked } })
            }
          />
          <Hook work={work} />
          <h2 className="mt-16 text-17 font-bold">Export</h2>
          <Button className="self-start" onClick={() => void editing.whole().then(download)}>
            Export as JSON
          </Button>
          <Versions work={work} />
        </Sheet>
      </Column>
    </Columns>
  );
}

function download(funnel: Funnel): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(funnel, null, 2)], { type: 'application/json' }));
  link.download = `${fileName(funnel.name)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function Hook({ work }: { work: Work }) {
  const { funnel, head } = work.editing;
  const isKept = Boolean(head?.version);
  const [hook, setHook] = useState<HookAnswer | null>(null);
  const typed = work.hookTyped ?? hook?.url ?? '';
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!isKept) return;
    api<HookAnswer>(funnelsApi.hook(funnel.id)).then(setHook, () => {});
  }, [funnel.id, isKept]);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      setHook(await api<HookAnswer>(funnelsApi.hook(funnel.id), { method: 'PUT', body: { url: typed } }));
      setError(null);
      work.typeHook(null);
      work.say(typed.trim() ? 'Webhook saved. New leads are sent to it.' : 'Webhook removed.');
    } catch (problem) {
      setError(problem instanceof Problem ? problem.message : 'Couldn’t save the webhook.');
    } finally {
      setBusy(false);
    }
  };
  if (!isKept) return <p className="text-muted">You can add a webhook once the funnel is in your account.</p>;
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-8">
      <Field label="Webhook URL" hint="An https URL that receives each lead and offer click" error={error}>
        <TextInput
          mono
          type="url"
          value={typed}
          placeholder="https://example.com/hooks/leads"
          onChange={({ target }) => work.typeHook(target.value)}
        />
      </Field>
      <Button type="submit" className="self-start" busy={busy && 'Checking'}>
        Save webhook
      </Button>
      {hook?.secret && (
        <p className="text-13 text-muted">
          Signed per <Mono>standardwebhooks.com</Mono> with <Mono>{hook.secret}</Mono>
        </p>
      )}
    </form>
  );
}

function Versions({ work }: { work: Work }) {
  const { editing, say } = work;
  const { funnel, head } = editing;
  const [answer, setAnswer] = useState<VersionsAnswer | null>(null);
  const version = head?.contentVersion ?? 0;
  useEffect(() => {
    if (version === 0) return;
    api<VersionsAnswer>(funnelsApi.versions(funnel.id)).then(setAnswer, () => {});
  }, [funnel.id, version]);
  const [coming, setComing] = useState<number | null>(null);
  const restore = async (which: number) => {
    if (coming !== null) return;
    setComing(which);
    try {
      const reading = api<FunnelAnswer>(funnelsApi.version(funnel.id, which));
      await editing.waitFor(
        reading.then(({ funnel: then }) => editing.change((now) => ({ ...then, id: now.id }))),
      );
      say('Version restored. Use Undo to go back.');
    } catch {
      say('Couldn’t load that version. Nothing has changed.');
    } finally {
      setComing(null);
    }
  };
  if (!answer) return null;
  return (
    <section className="mt-16 flex flex-col gap-8" aria-label="Earlier versions">
      <h2 className="text-17 font-bold">Earlier versions</h2>
      {answer.versions.length === 0 && <Notice still>None yet.</Notice>}
      <ol className="flex flex-col">
        {answer.versions.map(({ version: which, at, name, steps, isLive }) => (
          <li key={which} className="border-b border-hairline py-4">
            <Row className="justify-between">
              <span>
                {new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(
                  new Date(at),
                )}{' '}
                · {name}, {countOf(steps, 'step')} {isLive && <Tag tone="ok">published</Tag>}
              </span>
              <Button
                variant="quiet"
                busy={coming === which && 'Reading'}
                onClick={() => void restore(which)}
              >
                Restore
              </Button>
            </Row>
          </li>
        ))}
      </ol>
    </section>
  );
}

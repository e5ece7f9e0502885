import { useId, useMemo } from 'react';
import { brandingKey, isBlank, parseBranding } from '#features/branding/rules/branding.ts';
import { readColor } from '#features/branding/rules/check.ts';
import { readStored } from '#platform/web/storage.ts';
import { Button } from '#ui/button.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { type Funnel, themes } from '../../rules/contract.ts';
import { plainAccent } from '../../rules/make.ts';
import { type Theme, themeOf, themeTable, withTheme } from '../../rules/render/themes.ts';
import { brandStyle } from '../../rules/start-from.ts';
import { PagePicture } from '../page-picture.tsx';
import { currentStep, type Work } from './state.ts';

const darkWords: Record<Theme['dark'], string> = {
  follows: 'Dark for readers whose device is.',
  always: 'Always dark.',
  never: 'Always light.',
};

/** What every page of the funnel wears: its theme and its color. */
export function ThemePanel({ work }: { work: Work }) {
  const { change, funnel } = work.editing;
  const branding = parseBranding(readStored(brandingKey));
  const style = (part: Partial<Funnel['style']>) =>
    change((now) => ({ ...now, style: { ...now.style, ...part } }));
  return (
    <>
      <ThemePicker work={work} />
      <Field label="Accent color" hint={`Six digits, such as ${plainAccent}`} compact>
        <TextInput
          key={funnel.style.accent}
          mono
          defaultValue={funnel.style.accent}
          onBlur={(event) => {
            const accent = readColor(event.target.value);
            if (accent === null) event.target.value = funnel.style.accent;
            else style({ accent });
          }}
        />
      </Field>
      {!isBlank(branding) && (
        <Button
          className="self-start"
          onClick={() => {
            const { accent, company, logo } = brandStyle(branding);
            style({ accent, company, logo });
          }}
        >
          Use my branding
        </Button>
      )}
    </>
  );
}

/** The looks to choose from, each shown as this very page. */
function ThemePicker({ work }: { work: Work }) {
  const { editing } = work;
  const { funnel } = editing;
  const step = currentStep(work);
  const name = useId();
  const now = themeOf(funnel.style);
  const choices = useMemo(
    () => themes.map((theme) => ({ theme, as: { ...funnel, style: withTheme(funnel.style, theme) } })),
    [funnel],
  );
  return (
    <fieldset>
      <legend className="ui-label">Theme, for all pages</legend>
      <div className="mt-8 grid grid-cols-3 gap-8">
        {choices.map(({ theme, as }) => (
          <label
            key={theme}
            className="flex cursor-pointer flex-col gap-4 text-13 has-checked:font-medium has-focus-visible:outline-2"
            title={`${themeTable[theme].about}. ${darkWords[themeTable[theme].dark]}`}
          >
            <input
              type="radio"
              name={name}
              value={theme}
              className="peer sr-only"
              checked={theme === now}
              onChange={() =>
                editing.change((all) => ({ ...all, style: withTheme(all.style, theme) }), 'theme')
              }
            />
            <span className="block border-2 border-hairline peer-checked:border-ink">
              <PagePicture funnel={as} step={step} />
            </span>
            {themeTable[theme].name}
          </label>
        ))}
      </div>
      <p className="mt-8 text-13 text-muted">
        {themeTable[now].about}. {darkWords[themeTable[now].dark]}
      </p>
    </fieldset>
  );
}

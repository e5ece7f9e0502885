import Trash from '#ui/icons/trash-2.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { type Frame, type FrameLink, mostFrameLinks } from '../../rules/contract.ts';
import { LinkField } from './link-field.tsx';
import type { Work } from './state.ts';

const none: Frame = { links: [], footer: [], legal: '' };

/** What stands above and below every page: the menu, the legal line, its links. */
export function FrameFields({ work }: { work: Work }) {
  const { editing } = work;
  const frame = editing.funnel.frame ?? none;
  const change = (part: (frame: Frame) => Partial<Frame>, tag?: string) =>
    editing.change((now) => {
      const before = now.frame ?? none;
      return { ...now, frame: { ...before, ...part(before) } };
    }, tag);
  return (
    <Stack gap={16}>
      <h2 className="mt-16 text-17 font-bold">Header and footer</h2>
      <Links
        work={work}
        title="Header link"
        links={frame.links}
        onChange={(next, tag) => change((now) => ({ links: next(now.links) }), tag)}
      />
      <Field label="Legal line" hint="Your company and address, at the foot of each page" compact>
        <TextInput
          maxLength={400}
          value={frame.legal}
          onChange={({ target: { value } }) => change(() => ({ legal: value }), 'legal')}
        />
      </Field>
      <Links
        work={work}
        title="Footer link"
        links={frame.footer}
        onChange={(next, tag) => change((now) => ({ footer: next(now.footer) }), tag)}
      />
    </Stack>
  );
}

interface LinksProps {
  work: Work;
  title: string;
  links: readonly FrameLink[];
  onChange(next: (links: FrameLink[]) => FrameLink[], tag?: string): void;
}

function Links({ work, title, links, onChange }: LinksProps) {
  const set = (index: number, part: Partial<FrameLink>) =>
    onChange(
      (all) => all.map((one, at) => (at === index ? { ...one, ...part } : one)),
      `${title} ${index} ${Object.keys(part).join()}`,
    );
  return (
    <Stack gap={12}>
      {links.map((link, index) => (
        <fieldset key={index} className="flex flex-col gap-8 border-l-2 border-hairline pl-12">
          <legend className="sr-only">{`${title} ${index + 1}`}</legend>
          <Field label={`${title} ${index + 1}: text`} compact>
            <TextInput
              {...(index === 0 && { 'data-place': 'frame' })}
              maxLength={60}
              value={link.words}
              onChange={({ target: { value } }) => set(index, { words: value })}
            />
          </Field>
          <LinkField
            work={work}
            label={`${title} ${index + 1}: target`}
            value={link.to}
            onChange={(to) => set(index, { to })}
          />
          <Row>
            <IconButton
              icon={Trash}
              label={`Delete ${title.toLowerCase()} ${index + 1}`}
              onClick={() => onChange((all) => all.toSpliced(index, 1))}
            />
          </Row>
        </fieldset>
      ))}
      {links.length < mostFrameLinks && (
        <Button className="self-start" onClick={() => onChange((all) => [...all, { words: '', to: '' }])}>
          Add {title.toLowerCase()}
        </Button>
      )}
    </Stack>
  );
}

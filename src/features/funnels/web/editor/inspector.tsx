import ArrowDown from '#ui/icons/arrow-down.ts';
import ArrowUp from '#ui/icons/arrow-up.ts';
import Trash from '#ui/icons/trash-2.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Checkbox } from '#ui/choice.tsx';
import { Field, Select, TextArea, TextInput } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Segments } from '#ui/segments.tsx';
import { specOf } from '../../rules/blocks.ts';
import { type Block, type Step, stepKinds } from '../../rules/contract.ts';
import { changeBlock, changeStep, moved, orderItems } from '../../rules/edit.ts';
import { kindNames } from '../../rules/make.ts';
import { slugOf } from '../../rules/slug.ts';
import { BlockField, Choice } from './fields.tsx';
import { LookPanel } from './look.tsx';
import { ThemePanel } from './theme-picker.tsx';
import { mayFork } from '../../rules/layout.ts';
import { currentBlock, currentStep, type Work } from './state.ts';

/** What can be said of the chosen block, of the page, and of all pages. */
export function Inspector({ work }: { work: Work }) {
  const { scope, setScope } = work;
  const block = currentBlock(work);
  const shown = scope === 'block' && !block ? 'page' : scope;
  return (
    <>
      <Segments
        label="Edit"
        value={shown}
        onChange={setScope}
        options={[
          ...(block ? [{ value: 'block' as const, label: 'Block' }] : []),
          { value: 'page', label: 'Page' },
          { value: 'theme', label: 'Theme' },
        ]}
      />
      {shown === 'block' && block && <BlockPanel key={block.id} work={work} block={block} />}
      {shown === 'page' && <StepPanel work={work} />}
      {shown === 'theme' && <ThemePanel work={work} />}
    </>
  );
}

function BlockPanel({ work, block }: { work: Work; block: Block }) {
  const { editing } = work;
  const step = currentStep(work);
  const spec = specOf(block.type);
  const change = (next: (block: Block) => Block, tag?: string) =>
    editing.change((now) => changeBlock(now, step.id, block.id, next), tag && `${block.id} ${tag}`);
  const items = spec.items;
  const setItems = (next: (items: Block['items']) => Block['items'], tag?: string) =>
    change((one) => ({ ...one, items: next(one.items) }), tag);
  // They have no names of their own: their place is one.
  const numbered = block.items.map((values, index) => ({ id: String(index), values }));
  const order = (next: typeof numbered) =>
    editing.change(
      orderItems(
        editing.funnel,
        step.id,
        block.id,
        next.map(({ id }) => Number(id)),
      ),
    );
  return (
    <>
      <h2 className="text-15 font-bold">{spec.label}</h2>
      {spec.fields.map((field) => (
        <BlockField
          key={field.name}
          work={work}
          spec={field}
          value={block.values[field.name] ?? ''}
          onChange={(value) =>
            change((one) => ({ ...one, values: { ...one.values, [field.name]: value } }), field.name)
          }
        />
      ))}
      {items && (
        <Stack gap={16}>
          {numbered.map(({ id, values }, index) => (
            <fieldset key={id} className="flex flex-col gap-12 border-t border-hairline pt-12">
              <legend className="ui-label float-left">
                {items.label} {index + 1}
              </legend>
              {items.fields.map((field) => (
                <BlockField
                  key={field.name}
                  work={work}
                  spec={field}
                  value={values[field.name] ?? ''}
                  onChange={(value) =>
                    setItems(
                      (all) =>
                        all.map((item, at) => (at === index ? { ...item, [field.name]: value } : item)),
                      `${index} ${field.name}`,
                    )
                  }
                />
              ))}
              <Row gap={4}>
                <IconButton
                  icon={ArrowUp}
                  label={`Move ${items.label} ${index + 1} up`}
                  onClick={() => order(moved(numbered, id, -1))}
                />
                <IconButton
                  icon={ArrowDown}
                  label={`Move ${items.label} ${index + 1} down`}
                  onClick={() => order(moved(numbered, id, 1))}
                />
                <IconButton
                  icon={Trash}
                  label={`Delete ${items.label} ${index + 1}`}
                  onClick={() => order(numbered.toSpliced(index, 1))}
                />
              </Row>
            </fieldset>
          ))}
          {block.items.length < items.most && (
            <Button className="self-start" onClick={() => setItems((all) => [...all, {}])}>
              Add {items.label.toLowerCase()}
            </Button>
          )}
        </Stack>
      )}
      <LookPanel work={work} block={block} />
    </>
  );
}

function StepPanel({ work }: { work: Work }) {
  const { editing } = work;
  const { funnel } = editing;
  const step = currentStep(work);
  const change = (part: Partial<Step>, tag?: string) =>
    editing.change(
      (now) => changeStep(now, step.id, (one) => ({ ...one, ...part })),
      tag && `${step.id} ${tag}`,
    );
  const others = funnel.steps.filter((one) => one !== step);
  const isFork = mayFork(step);
  const target = (label: string, value: string | null, set: (to: string | null) => void) => (
    <Field label={label} compact>
      <Select value={value ?? ''} onChange={(event) => set(event.target.value || null)}>
        <option value="">End of funnel</option>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
  return (
    <>
      <h2 className="text-15 font-bold">Page</h2>
      <Field label="Name" compact>
        <TextInput
          maxLength={120}
          value={step.name}
          onChange={({ target: { value } }) => change({ name: value }, 'name')}
        />
      </Field>
      <Choice label="Kind" value={step.kind} of={kinds} onChange={(kind) => change({ kind })} />
      {target(isFork ? 'Yes leads to' : 'Leads to', step.next, (next) => change({ next }))}
      {isFork && target('No leads to', step.decline, (decline) => change({ decline }))}
      <SlugField
        key={step.id}
        step={step}
        taken={others.map(({ slug }) => slug)}
        onChange={(slug) => change({ slug })}
      />
      <Field label="Title in search results" compact>
        <TextInput
          maxLength={120}
          value={step.seo.title}
          onChange={({ target: { value } }) => change({ seo: { ...step.seo, title: value } }, 'seo title')}
        />
      </Field>
      <Field label="Description" compact>
        <TextArea
          rows={3}
          maxLength={300}
          value={step.seo.description}
          onChange={({ target: { value } }) =>
            change({ seo: { ...step.seo, description: value } }, 'seo description')
          }
        />
      </Field>
      <Checkbox
        label="Hide from search engines"
        checked={step.seo.isHidden}
        onChange={({ target: { checked } }) => change({ seo: { ...step.seo, isHidden: checked } })}
      />
    </>
  );
}

const kinds = Object.fromEntries(stepKinds.map((kind) => [kind, kindNames[kind]])) as typeof kindNames;

/** Typed freely, kept as an address takes it once the field is left. */
export function SlugField({
  step,
  taken,
  onChange,
}: {
  step: { slug: string };
  taken: string[];
  onChange(slug: string): void;
}) {
  return (
    <Field label="Address" hint="Lowercase letters, digits and hyphens" compact>
      <TextInput
        key={step.slug}
        mono
        defaultValue={step.slug}
        maxLength={60}
        onBlur={(event) => {
          const slug = slugOf(event.target.value, step.slug);
          if (slug === step.slug || taken.includes(slug)) event.target.value = step.slug;
          else onChange(slug);
        }}
      />
    </Field>
  );
}

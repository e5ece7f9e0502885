import { use, useId } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { Checkbox } from '#ui/choice.tsx';
import { Field, TextArea, TextInput } from '#ui/field.tsx';
import Trash from '#ui/icons/trash-2.ts';
import { Column, Columns, Row, Stack } from '#ui/page.tsx';
import { type BlockOf, mostLinks } from '../rules/blocks.ts';
import { type BlockFormProps, LinkInput } from './shared-fields.tsx';
import { PictureField } from './picture-field.tsx';
import { Wares } from './wares.ts';

export function ProductForm({ block, faults, set }: BlockFormProps<BlockOf<'product'>>) {
  const wares = use(Wares);
  const list = useId();
  const named = (name: string) => {
    const ware = wares.find((each) => each.name === name);
    set({ ...block, name, ...(ware && block.price === '' && { price: ware.price }) });
  };
  return (
    <Stack gap={12}>
      <Columns className="gap-y-12">
        <Column span={8} tablet={8}>
          <Field label="Name" compact error={faults['name']}>
            <TextInput
              data-merge
              value={block.name}
              maxLength={120}
              {...(wares.length > 0 && { list })}
              onChange={({ currentTarget }) => named(currentTarget.value)}
            />
          </Field>
        </Column>
        <Column span={4} tablet={4}>
          <Field label="Price" optional compact error={faults['price']}>
            <TextInput
              data-merge
              mono
              value={block.price}
              maxLength={40}
              placeholder="$29"
              onChange={({ currentTarget }) => set({ ...block, price: currentTarget.value })}
            />
          </Field>
        </Column>
      </Columns>
      {wares.length > 0 && (
        <datalist id={list}>
          {wares.map(({ name, price }) => (
            <option key={name} value={name}>
              {price}
            </option>
          ))}
        </datalist>
      )}
      <PictureField
        picture={block.picture}
        error={faults['picture']}
        set={(picture) => set({ ...block, picture })}
      />
      <Field label="About it" optional compact error={faults['words']}>
        <TextArea
          rows={3}
          data-merge
          value={block.words}
          maxLength={600}
          onChange={({ currentTarget }) => set({ ...block, words: currentTarget.value })}
        />
      </Field>
      <Columns className="gap-y-12">
        <Column span={6} tablet={6}>
          <LinkInput link={block.link} error={faults['link']} set={(link) => set({ ...block, link })} />
        </Column>
        <Column span={6} tablet={6}>
          <Field label="Button" optional compact error={faults['label']}>
            <TextInput
              data-merge
              value={block.label}
              maxLength={60}
              placeholder="View"
              onChange={({ currentTarget }) => set({ ...block, label: currentTarget.value })}
            />
          </Field>
        </Column>
      </Columns>
    </Stack>
  );
}

export function CouponForm({ block, faults, set }: BlockFormProps<BlockOf<'coupon'>>) {
  return (
    <Columns className="gap-y-12">
      <Column span={5} tablet={5}>
        <Field label="Code" compact error={faults['code']} hint="As your shop knows it.">
          <TextInput
            mono
            data-merge
            value={block.code}
            maxLength={60}
            onChange={({ currentTarget }) => set({ ...block, code: currentTarget.value })}
          />
        </Field>
      </Column>
      <Column span={7} tablet={7}>
        <Field label="Words above it" optional compact error={faults['words']}>
          <TextInput
            data-merge
            value={block.words}
            maxLength={200}
            placeholder="10% off until Sunday"
            onChange={({ currentTarget }) => set({ ...block, words: currentTarget.value })}
          />
        </Field>
      </Column>
    </Columns>
  );
}

export function CartForm({ block, faults, set }: BlockFormProps<BlockOf<'cart'>>) {
  return (
    <Stack gap={12}>
      <p className="text-13 text-muted">What is in the cart, and the way back to it.</p>
      <Row gap={16}>
        <Checkbox
          label="Prices and total"
          checked={block.prices}
          onChange={({ currentTarget }) => set({ ...block, prices: currentTarget.checked })}
        />
        <Checkbox
          label="Pictures, where your shop sends them"
          checked={block.pictures}
          onChange={({ currentTarget }) => set({ ...block, pictures: currentTarget.checked })}
        />
      </Row>
      <Field
        label="Button"
        optional
        compact
        error={faults['label']}
        hint="It opens the cart. Without words there is none."
      >
        <TextInput
          data-merge
          value={block.label}
          maxLength={60}
          onChange={({ currentTarget }) => set({ ...block, label: currentTarget.value })}
        />
      </Field>
    </Stack>
  );
}

export function SocialForm({ block, faults, set }: BlockFormProps<BlockOf<'social'>>) {
  const { links } = block;
  const change = (index: number, part: Partial<(typeof links)[number]>) =>
    set({ ...block, links: links.map((each, at) => (at === index ? { ...each, ...part } : each)) });
  return (
    <Stack gap={12}>
      {links.map(({ name, link }, index) => (
        <div key={index} className="flex items-end gap-8">
          <Field label="Name" compact className="w-1/3" error={faults[`links.${index}.name`]}>
            <TextInput
              data-merge
              value={name}
              maxLength={40}
              placeholder="Instagram"
              onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
            />
          </Field>
          <Field label="Link" compact className="grow" error={faults[`links.${index}.link`]}>
            <TextInput
              type="url"
              value={link}
              placeholder="https://"
              onChange={({ currentTarget }) => change(index, { link: currentTarget.value })}
            />
          </Field>
          <IconButton
            icon={Trash}
            label={`Remove link ${name || index + 1}`}
            onClick={() => set({ ...block, links: links.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      {links.length < mostLinks && (
        <div>
          <Button size="tool" onClick={() => set({ ...block, links: [...links, { name: '', link: '' }] })}>
            Add a link
          </Button>
        </div>
      )}
    </Stack>
  );
}

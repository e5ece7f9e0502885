import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Field, Select, TextArea, TextInput } from '#ui/field.tsx';
import { Column, Columns, Row, Stack } from '#ui/page.tsx';
import type { Block, BlockOf } from '../rules/blocks.ts';
import { MarkBar } from './mark-bar.tsx';
import { PictureField } from './picture-field.tsx';
import { AlignField, type BlockFormProps, LinkInput } from './shared-fields.tsx';
import { CartForm, CouponForm, ProductForm, SocialForm } from './shop-forms.tsx';

/** The form of one block, as its kind asks. */
export function BlockForm({ block, ...rest }: BlockFormProps<Block>) {
  switch (block.kind) {
    case 'text':
      return <TextForm block={block} {...rest} />;
    case 'picture':
      return <PictureForm block={block} {...rest} />;
    case 'button':
      return <ButtonForm block={block} {...rest} />;
    case 'product':
      return <ProductForm block={block} {...rest} />;
    case 'coupon':
      return <CouponForm block={block} {...rest} />;
    case 'social':
      return <SocialForm block={block} {...rest} />;
    case 'cart':
      return <CartForm block={block} {...rest} />;
    case 'divider':
      return <p className="text-13 text-muted">A line across the email.</p>;
  }
}

function TextForm({ block, faults, set }: BlockFormProps<BlockOf<'text'>>) {
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <Stack gap={8}>
      {!block.plain && <MarkBar area={() => area.current} />}
      <Field
        label="Text"
        compact
        error={faults['text']}
        hint={
          block.plain
            ? 'Shown exactly as typed, without bold, lists or links.'
            : '# for a heading, - for a list, **bold**, *italic*, [words](https://…) for a link.'
        }
      >
        <TextArea
          ref={area}
          rows={Math.min(14, Math.max(5, Math.ceil(block.text.length / 60) + 1))}
          data-merge
          value={block.text}
          maxLength={10_000}
          onChange={({ currentTarget }) => set({ ...block, text: currentTarget.value })}
        />
      </Field>
      {block.plain && (
        <div>
          <Button size="tool" onClick={() => set({ id: block.id, kind: 'text', text: block.text })}>
            Use bold, lists and links
          </Button>
        </div>
      )}
    </Stack>
  );
}

function PictureForm({ block, faults, set }: BlockFormProps<BlockOf<'picture'>>) {
  return (
    <Stack gap={12}>
      <PictureField
        picture={block.picture}
        error={faults['picture']}
        set={(picture) => set({ ...block, picture })}
      />
      <Field
        label="What it shows"
        compact
        error={faults['alt']}
        hint="For everyone who doesn’t see pictures."
      >
        <TextInput
          data-merge
          value={block.alt}
          maxLength={300}
          onChange={({ currentTarget }) => set({ ...block, alt: currentTarget.value })}
        />
      </Field>
      <LinkInput link={block.link} error={faults['link']} set={(link) => set({ ...block, link })} />
      <Row gap={16}>
        <Field label="Width" compact>
          <Select
            value={block.width}
            onChange={({ currentTarget }) =>
              set({ ...block, width: currentTarget.value as typeof block.width })
            }
          >
            <option value="full">Full</option>
            <option value="half">Half</option>
            <option value="small">Quarter</option>
          </Select>
        </Field>
        <AlignField align={block.align} set={(align) => set({ ...block, align })} />
      </Row>
    </Stack>
  );
}

function ButtonForm({ block, faults, set }: BlockFormProps<BlockOf<'button'>>) {
  return (
    <Stack gap={12}>
      <Columns className="gap-y-12">
        <Column span={6} tablet={6}>
          <Field label="Button" compact error={faults['label']}>
            <TextInput
              data-merge
              value={block.label}
              maxLength={60}
              onChange={({ currentTarget }) => set({ ...block, label: currentTarget.value })}
            />
          </Field>
        </Column>
        <Column span={6} tablet={6}>
          <LinkInput
            label="Its link"
            required
            link={block.link}
            error={faults['link']}
            set={(link) => set({ ...block, link })}
          />
        </Column>
      </Columns>
      <AlignField align={block.align} set={(align) => set({ ...block, align })} />
    </Stack>
  );
}

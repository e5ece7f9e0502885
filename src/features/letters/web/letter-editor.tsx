import { type FocusEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { type Block, type BlockKind, type MailWords, textsOf } from '../rules/blocks.ts';
import { blockKinds } from '../rules/edits.ts';
import { gaps, isUnwritten } from '../rules/merge.ts';
import { AddBlock, BlockList } from './block-list.tsx';
import { useLinkCheck } from './link-check.tsx';
import { isText, typeInto } from './typing.ts';
import { useBlocks } from './use-blocks.ts';
import { type Ware, Wares } from './wares.ts';

interface LetterEditorProps {
  words: MailWords;
  /** By path: `subject`, `blocks.2.label`. */
  faults: Readonly<Record<string, string>>;
  set(words: MailWords): void;
  /** What can be filled in for each reader: what it is called, and as it is written. */
  fields: readonly (readonly [label: string, field: string])[];
  /** What keeps this mail back while something in [brackets] is still to be written; left out where nothing does. */
  unwritten?: string;
  /** Whether a field without words after a bar may leave a gap. */
  hasGaps?: boolean;
  /** What can be added, and as what it begins. */
  kinds?: readonly BlockKind[];
  fresh?: (kind: BlockKind, id: string) => Block;
  /** Names to choose a product from, with what they cost. */
  products?: readonly Ware[];
  /** Whether there is an account: without one links aren’t looked at and no picture is uploaded. */
  isMember?: boolean;
  /** What follows the blocks whether anybody wants it or not. */
  footer: ReactNode;
  /** Beside “Check links”: sending a test. */
  actions?: ReactNode;
}

/** A mail in blocks, to be written. */
export function LetterEditor(props: LetterEditorProps) {
  const { words, faults, set, fields, unwritten, footer, actions } = props;
  const { hasGaps = true, kinds = blockKinds, fresh, products = [], isMember = true } = props;
  const { subject, blocks } = words;
  const { acts, gone, said, isFull, box } = useBlocks(
    blocks,
    (next) => set({ ...words, blocks: next }),
    fresh,
  );
  const links = useLinkCheck(words);
  /** Where a merge field goes: the text that was written in last. */
  const last = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const [where, setWhere] = useState('text');
  const noteField = ({ target }: FocusEvent) => {
    if (!isText(target)) return;
    last.current = target;
    setWhere((target.labels?.[0]?.textContent ?? 'text').replace(/ \(optional\)$/, '').toLowerCase());
  };
  const put = (field: string) => {
    const target =
      last.current?.isConnected === true
        ? last.current
        : box.current?.querySelector<HTMLTextAreaElement>('textarea[data-merge]');
    if (target) typeInto(target, field, target.selectionStart ?? 0, target.selectionEnd ?? 0);
  };
  const texts = [subject, ...blocks.flatMap(textsOf).map(([, text]) => text)];
  const open = hasGaps ? [...new Set(texts.flatMap(gaps))] : [];
  return (
    <div onFocusCapture={noteField}>
      <Stack>
        <Field label="Subject" compact error={faults['subject']}>
          <TextInput
            data-merge
            value={subject}
            maxLength={200}
            onChange={({ currentTarget }) => set({ ...words, subject: currentTarget.value })}
          />
        </Field>
        <div role="group" aria-label={`Insert into the ${where}`}>
          <p className="mb-8 text-13 text-muted">
            Insert into the {where}. What stands after the bar is used for people whose value we don’t know.
          </p>
          <Row gap={8}>
            {fields.map(([label, field]) => (
              <Button key={field} size="tool" title={field} onClick={() => put(field)}>
                {label}
              </Button>
            ))}
          </Row>
        </div>
        <div ref={box}>
          {faults['blocks'] !== undefined && (
            <p className="mb-8 text-15 text-danger" role="alert">
              {faults['blocks']}
            </p>
          )}
          <Wares value={products}>
            <BlockList
              blocks={blocks}
              faults={under(faults, 'blocks.')}
              acts={acts}
              gone={gone}
              kinds={kinds}
            />
          </Wares>
          <div className="border-t border-hairline pt-12 pb-16">
            <AddBlock kinds={kinds} label="Add a block" add={(kind) => acts.add(kind, blocks.length)} />
            {isFull && <p className="mt-8 text-13 text-muted">This email has as many blocks as it can.</p>}
          </div>
          <div className="border-t border-hairline py-12">
            <h4 className="text-13 font-medium text-muted">Footer, always there</h4>
            <div className="text-15 text-muted">{footer}</div>
          </div>
          <p role="status" className="sr-only">
            {said}
          </p>
        </div>
        {unwritten !== undefined && texts.some(isUnwritten) && (
          <Notice kind="warn" still title="Something is still to be written">
            Replace the text in [brackets]. {unwritten}
          </Notice>
        )}
        {open.length > 0 && (
          <Notice kind="warn" still title="Some readers would see a gap">
            {open.map((key) => `{{${key}}}`).join(', ')} {open.length === 1 ? 'has' : 'have'} no words for
            people whose value we don’t know. Add them after a bar: {`{{${open[0]}|there}}`}.
          </Notice>
        )}
        <Row gap={8}>
          {actions}
          {isMember && links.button}
        </Row>
        {isMember && links.result}
      </Stack>
    </div>
  );
}

const under = (faults: Readonly<Record<string, string>>, start: string) =>
  Object.fromEntries(
    Object.entries(faults)
      .filter(([path]) => path.startsWith(start))
      .map(([path, words]) => [path.slice(start.length), words]),
  );

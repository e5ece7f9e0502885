import type { Editor } from '@tiptap/core';
import Bold from '#ui/icons/bold.ts';
import Italic from '#ui/icons/italic.ts';
import List from '#ui/icons/list.ts';
import Redo from '#ui/icons/redo-2.ts';
import Search from '#ui/icons/search.ts';
import Strikethrough from '#ui/icons/strikethrough.ts';
import Underline from '#ui/icons/underline.ts';
import Undo from '#ui/icons/undo-2.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Field, Select } from '#ui/field.tsx';
import { Menu, MenuDivider, MenuItem } from '#ui/menu.tsx';

const kinds = {
  paragraph: 'Text',
  title: 'Title',
  clause: 'Clause heading',
  plain: 'Heading without number',
  sub: 'Numbered paragraph',
  heading: 'Small heading',
};
type Kind = keyof typeof kinds;

const sides = { left: 'Left', center: 'Centered', right: 'Right', justify: 'Justified' };

function kindOf(editor: Editor): Kind {
  if (editor.isActive('heading', { level: 1 })) return 'title';
  if (editor.isActive('heading')) return 'heading';
  if (editor.isActive('clause')) return editor.isActive('clause', { numbered: false }) ? 'plain' : 'clause';
  return editor.isActive('sub') ? 'sub' : 'paragraph';
}

function become(editor: Editor, kind: Kind): void {
  const chain = editor.chain().focus();
  if (kind === 'title' || kind === 'heading')
    chain.setNode('heading', { level: kind === 'title' ? 1 : 3 }).run();
  else if (kind === 'clause' || kind === 'plain')
    chain.setNode('clause', { numbered: kind === 'clause' }).run();
  else chain.setNode(kind).run();
}

/** Everything that can be done to the text; each also has its key. */
export function Toolbar({ editor, onFind }: { editor: Editor; onFind: () => void }) {
  const act = () => editor.chain().focus();
  const can = editor.can();
  const mark = (name: 'bold' | 'italic' | 'underline' | 'strike') => ({
    'aria-pressed': editor.isActive(name),
    onClick: () => act().toggleMark(name).run(),
  });
  return (
    <div
      role="toolbar"
      aria-label="Text"
      className="editor-tools mb-16 flex items-center gap-8 md:flex-wrap md:justify-center"
    >
      <IconButton icon={Undo} label="Undo" disabled={!can.undo()} onClick={() => act().undo().run()} />
      <IconButton icon={Redo} label="Redo" disabled={!can.redo()} onClick={() => act().redo().run()} />
      <Field label="Paragraph style" hideLabel compact>
        <Select value={kindOf(editor)} onChange={({ target }) => become(editor, target.value as Kind)}>
          {Object.entries(kinds).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
      <IconButton icon={Bold} label="Bold" {...mark('bold')} />
      <IconButton icon={Italic} label="Italic" {...mark('italic')} />
      <IconButton icon={Underline} label="Underline" {...mark('underline')} />
      <IconButton icon={Strikethrough} label="Strikethrough" {...mark('strike')} />
      <IconButton
        icon={List}
        label="List"
        aria-pressed={editor.isActive('bulletList')}
        onClick={() => act().toggleBulletList().run()}
      />
      <Menu label="Insert">
        <MenuItem onAct={() => act().toggleOrderedList().run()}>Numbered list</MenuItem>
        <MenuItem onAct={() => act().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()}>
          Table
        </MenuItem>
        <MenuItem onAct={() => act().setHorizontalRule().run()}>New page</MenuItem>
        <MenuItem onAct={() => act().insertContent('{{ClientName}}').run()}>Placeholder</MenuItem>
      </Menu>
      <Menu label="Align">
        {Object.entries(sides).map(([side, words]) => (
          <MenuItem key={side} onAct={() => act().setTextAlign(side).run()}>
            {words}
          </MenuItem>
        ))}
      </Menu>
      {editor.isActive('table') && (
        <Menu label="Table">
          <MenuItem onAct={() => act().addRowAfter().run()}>Add row below</MenuItem>
          <MenuItem onAct={() => act().addColumnAfter().run()}>Add column right</MenuItem>
          <MenuDivider />
          <MenuItem onAct={() => act().deleteRow().run()}>Delete row</MenuItem>
          <MenuItem onAct={() => act().deleteColumn().run()}>Delete column</MenuItem>
          <MenuItem onAct={() => act().deleteTable().run()}>Delete table</MenuItem>
        </Menu>
      )}
      <Button size="tool" icon={Search} onClick={onFind}>
        Find
      </Button>
    </div>
  );
}

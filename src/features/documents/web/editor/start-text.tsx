import type { Editor } from '@tiptap/core';
import { useRef, useState } from 'react';
import { mostOfWord, wordToHtml } from '#features/documents/rules/formats/read-word.ts';
import { loadChunk } from '#platform/web/chunks.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Row } from '#ui/page.tsx';
import { generator } from '../paths.ts';
import { clean, cleanPasted } from './clean.ts';

const word = '.docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const mostOfFile = 5_000_000;

interface StartTextProps {
  editor: Editor;
  onName: (name: string) => void;
}

/** Over a page without a word on it: three ways to begin, beside typing. */
export function StartText({ editor, onName }: StartTextProps) {
  const file = useRef<HTMLInputElement>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const put = (html: string) => void editor.chain().setContent(html).focus('start').run();

  const paste = async () => {
    try {
      put(await copied());
    } catch {
      // The browser hands it over only to the keys.
      editor.commands.focus();
      setFailed('Your browser doesn’t let us read the clipboard. Click on the page and press Ctrl+V or ⌘V.');
    }
  };
  const open = async (chosen: File) => {
    setFailed(null);
    try {
      put(clean(await wordsOf(chosen)));
      onName(chosen.name.replace(/\.docx$/i, '').slice(0, 200));
    } catch (error) {
      setFailed((error as Error).message);
    }
  };

  return (
    <section aria-label="Ways to begin" className="mb-16 text-center">
      <p className="mb-8 text-muted">Type on the page, or begin with what you have.</p>
      <Row gap={8} className="justify-center">
        <Button onClick={() => void paste()}>Paste your text</Button>
        <Button onClick={() => file.current?.click()}>Open a Word file</Button>
        <ButtonLink href={generator}>Begin from a document</ButtonLink>
      </Row>
      <input
        ref={file}
        type="file"
        accept={word}
        aria-label="Word file"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) void open(chosen);
          target.value = '';
        }}
      />
      {failed !== null && (
        <div className="mx-auto mt-12 max-w-measure text-left">
          <Notice kind="warn">{failed}</Notice>
        </div>
      )}
    </section>
  );
}

async function copied(): Promise<string> {
  const items = await navigator.clipboard.read();
  const as = (type: string) => items.find(({ types }) => types.includes(type))?.getType(type);
  const html = await as('text/html');
  if (html) return cleanPasted(await html.text());
  const plain = (await (await as('text/plain'))?.text()) ?? '';
  const box = document.createElement('div');
  for (const line of plain.split(/\n+/)) box.appendChild(document.createElement('p')).textContent = line;
  return clean(box.innerHTML);
}

/** Its words, never more than the editor takes; whatever is no Word file is refused in words. */
async function wordsOf(file: File): Promise<string> {
  if (file.size > mostOfFile) throw new Error('This file is larger than 5 MB. Open a smaller one.');
  const { unzipSync, strFromU8 } = await loadChunk(() => import('fflate'));
  const isText = ({ name, originalSize }: { name: string; originalSize: number }) =>
    name === 'word/document.xml' && originalSize <= mostOfWord;
  let part: Uint8Array | undefined;
  try {
    part = unzipSync(new Uint8Array(await file.arrayBuffer()), { filter: isText })['word/document.xml'];
  } catch {
    part = undefined;
  }
  const html = part ? wordToHtml(strFromU8(part)) : '';
  if (html === '')
    throw new Error('We can’t read this file. Save it as a Word document (.docx), then try again.');
  return html;
}

import './saved.css';
import { useEffect, useState } from 'react';
import type { SavedHead, SavedTemplate } from '../rules/contract.ts';
import { usePaperPart } from './paper-part.ts';
import { openRecord } from './templates.ts';

/** A placeholder is a blank line, as on paper. */
const excerptOf = ({ excerpt }: SavedHead): string => excerpt.replace(/\{\{\w+\}\}/g, '______');

/** The words of a page, as small as a row is: they are seen and not read. */
export const MiniPage = ({ head }: { head: SavedHead }) => (
  <span className="ui-paper saved-mini h-48 w-32" aria-hidden="true" data-words={excerptOf(head)} />
);

/** The first page of a template, small. */
export function Thumbnail({ owner, head }: { owner: string; head: SavedHead }) {
  const { Paper } = usePaperPart();
  const [template, setTemplate] = useState<SavedTemplate | null>(null);
  const { id, contentVersion, updatedAt } = head;
  useEffect(() => {
    let isHere = true;
    // A list that flies past fetches nothing.
    const timer = setTimeout(() => {
      openRecord(owner, id).then(
        (opened) => isHere && setTemplate(opened?.template ?? null),
        () => {},
      );
    }, 120);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [owner, id, contentVersion, updatedAt]);
  return (
    <div className="ui-paper pointer-events-none relative min-h-0 flex-1 overflow-hidden" aria-hidden="true">
      {template === null ? (
        <p className="p-16 text-13 text-muted">{excerptOf(head)}</p>
      ) : (
        <div className="saved-page" inert>
          <Paper template={template} isSmall />
        </div>
      )}
    </div>
  );
}

const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`;
/** Under the page's own styles: margins and lines as paper has them. */
const paper =
  '<style>body{margin:7% 9%;font:16px/1.5 system-ui,sans-serif}img{max-width:100%}table{border-collapse:collapse;width:100%}td,th{border:1px solid;padding:0.4em 0.6em;text-align:start}</style>';
const unwanted = 'script,iframe,frame,object,embed,link,meta,base,form,video,audio,source,template,noscript';

/** Nothing in it loads, runs or leads anywhere; the frame and its policy would refuse it besides. */
export function pageOf(content: string, length = 6000): string {
  const page = new DOMParser().parseFromString(content.slice(0, length), 'text/html');
  page.querySelectorAll(unwanted).forEach((element) => element.remove());
  for (const element of page.querySelectorAll('*')) {
    for (const { name, value } of Array.from(element.attributes)) {
      const isData = name === 'src' && /^data:image\/(?:png|jpeg|gif|webp);/.test(value);
      const loads =
        /^(?:src|srcset|href|xlink:href|action|formaction|poster|background|ping|data)$/.test(name) &&
        !isData;
      if (name.startsWith('on') || loads || (name === 'style' && /url\(|expression|@import/i.test(value)))
        element.removeAttribute(name);
    }
  }
  return `<!doctype html>${policy}${paper}${page.head.innerHTML}<body>${page.body.innerHTML}`;
}

import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { toast } from '#ui/toast.tsx';
import { type About, type AllBegun, keyOf, whereWords } from '../../rules/begun.ts';
import { isBegun } from '../../rules/unsent.ts';
import type { AgreementDoc } from '../doc-part.ts';
import { type At, useBegunNow } from './use-older.ts';

interface BegunListProps {
  kept: unknown;
  keep(begun: AllBegun): void;
  doc: AgreementDoc;
  version: number;
  pathOf(version: number): string;
  onOpen(at: At): void;
}

/** What was begun and not sent, each with the part that it is about. */
export function BegunList({ kept, keep, doc, version, pathOf, onOpen }: BegunListProps) {
  const { begun, standing } = useBegunNow(kept, { doc, version, at: null, pathOf });
  const shown = Object.values(begun).filter(isBegun);
  if (shown.length === 0) return null;
  const where = (about: About): string => {
    if (about.version === version) return about.called;
    const stands = standing(about);
    if (stands) return whereWords(stands, about.version, doc);
    return about.version > 0
      ? `About “${about.called}” in version ${about.version}`
      : 'About a part of an earlier version';
  };
  return (
    <Notice
      title={shown.length > 1 ? 'You began comments and haven’t sent them' : 'You began a comment'}
      still
    >
      <ul>
        {shown.map(({ about, text, words }) => {
          if (!about) return null;
          const { [keyOf(about)]: gone, ...others } = begun;
          return (
            <li key={keyOf(about)} className="mt-8">
              <p className="text-13 break-words">{where(about)}</p>
              <p className="line-clamp-2 break-words">{text || words}</p>
              <div className="ui-actions mt-4">
                <Button size="tool" onClick={() => onOpen(about)}>
                  Go on
                </Button>
                <Button
                  size="tool"
                  onClick={() => {
                    keep(others);
                    toast.success('Discarded.', {
                      action: { label: 'Undo', onAct: () => gone && keep(begun) },
                    });
                  }}
                >
                  Discard
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

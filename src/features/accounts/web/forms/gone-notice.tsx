import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { toast } from '#ui/toast.tsx';
import { newsWords } from '../../rules/session-news.ts';
import { forgetAccounts, goneFrom } from '../gone-accounts.ts';

/**
 * Above the form, for whoever can’t come back by it: an account that was used in this browser doesn’t exist any more. Said
 * on each visit, until what is left of it is removed.
 */
export function GoneNotice() {
  const [gone, setGone] = useState<readonly string[]>([]);
  useEffect(() => {
    // Without an answer there is only the form.
    goneFrom().then(
      (found) => setGone(found.gone),
      () => {},
    );
  }, []);
  if (gone.length === 0) return null;
  const { title, text, action } = newsWords.left;
  const remove = async () => {
    await forgetAccounts(gone);
    setGone([]);
    toast.plain('Removed from this browser.');
  };
  return (
    <div className="mb-24">
      <Notice title={title} actions={<Button onClick={() => void remove()}>{action}</Button>}>
        {text}
      </Notice>
    </div>
  );
}

import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import type { SignatureInput } from '../../rules/contract.ts';
import { agreementsApi } from '../../rules/member-addresses.ts';
import { problemWords } from '../dates.ts';
import { useAnswer } from '#platform/web/use-answer.ts';

/** The signature that is offered when they sign the next document; nothing where none is saved. */
export function SavedSignature() {
  const { value, set } = useAnswer<{ signature: SignatureInput | null }>(agreementsApi.signature);
  const [isBusy, setBusy] = useState(false);
  if (!value?.signature) return null;
  async function remove() {
    setBusy(true);
    try {
      set(await withSession(() => api(agreementsApi.signature, { method: 'DELETE' })));
      toast.success('Your saved signature was deleted. What you signed stays signed.');
    } catch (thrown) {
      toast.error(problemWords(thrown));
    }
    setBusy(false);
  }
  return (
    <details className="text-15">
      <summary className="flex min-h-touch items-center">Your saved signature</summary>
      <p className="mt-8 font-serif">
        {value.signature.kind === 'typed' ? value.signature.text : 'Drawn by hand'}
      </p>
      <p className="mt-8 text-muted">Offered when you sign the next document in this account.</p>
      <div className="ui-actions mt-8">
        <Button size="tool" busy={isBusy && 'Deleting'} onClick={() => void remove()}>
          Delete it
        </Button>
      </div>
    </details>
  );
}

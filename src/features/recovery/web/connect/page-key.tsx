import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Row } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import { recoveryApi } from '../../rules/addresses.ts';
import { useAutomation } from '../automation-provider.tsx';
import { wordsOf } from './secret-form.tsx';

const ask = (method: 'POST' | 'DELETE') =>
  withSession(() => api(recoveryApi.pageKey, { method, ...(method === 'POST' && { body: {} }) }));

/** One call at a time, and what came of it is said. */
function useAct() {
  const { refresh } = useAutomation();
  const [isBusy, setBusy] = useState(false);
  const act = async (method: 'POST' | 'DELETE', words: string): Promise<void> => {
    setBusy(true);
    try {
      await ask(method);
      toast.success(words);
      await refresh();
    } catch (problem) {
      toast.error(wordsOf(problem));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, act };
}

/** Until then nothing is taken from any page. */
export function GetScript() {
  const { isBusy, act } = useAct();
  return (
    <div>
      <Button busy={isBusy} onClick={() => void act('POST', 'Your script is ready. Copy it into your page.')}>
        Get the script
      </Button>
    </div>
  );
}

const changes = {
  renew: {
    method: 'POST',
    title: 'Renew the key of your script?',
    act: 'Renew key',
    words:
      'Everyone who reads your page can read its key, so renew it when someone sends carts that aren’t yours. The script on your pages stops working at once, until you replace it with the new one. Carts that have come in stay, and so do their reminders. Your webhooks and API keys aren’t affected.',
    done: 'Key renewed. Replace the script on your pages with the new one.',
  },
  off: {
    method: 'DELETE',
    title: 'Disconnect your own pages?',
    act: 'Disconnect',
    words:
      'Calls from the script on your pages are refused from then on. Carts that have come in stay, and so do their reminders.',
    done: 'Your own pages are disconnected. Get the script again to reconnect them.',
  },
} as const;

/** Apart from everything that is pressed often, and each asks. */
export function PageKeyChanges() {
  const { isBusy, act } = useAct();
  const [asked, setAsked] = useState<keyof typeof changes | null>(null);
  const change = asked && changes[asked];
  return (
    <div className="border-t border-hairline pt-16">
      <Row>
        <Button size="tool" onClick={() => setAsked('renew')}>
          Renew key…
        </Button>
        <Button size="tool" onClick={() => setAsked('off')}>
          Disconnect your pages…
        </Button>
      </Row>
      <Dialog
        open={change !== null}
        onClose={() => setAsked(null)}
        title={change?.title}
        actions={
          <>
            <Button onClick={() => setAsked(null)}>Cancel</Button>
            <Button
              variant="danger"
              busy={isBusy}
              onClick={() => change && void act(change.method, change.done).then(() => setAsked(null))}
            >
              {change?.act}
            </Button>
          </>
        }
      >
        {change?.words}
      </Dialog>
    </div>
  );
}

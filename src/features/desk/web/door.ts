import { startRegistration } from '@simplewebauthn/browser';
import { post, askDevice, wordsOf } from './ask.ts';

type Options = { options: never };

/** The closed door, and the page of an invitation. */
export function startDoor(): void {
  const opener = document.querySelector<HTMLButtonElement>('[data-door]');
  opener?.addEventListener('click', () => {
    void pressed(opener, async () => {
      const base = opener.dataset['door'] ?? '';
      const { options } = await post<Options>(`${base}/api/begin`, {});
      await post(`${base}/api/enter`, { passkey: await askDevice(options) });
      goOn();
    });
  });
  const join = document.querySelector<HTMLFormElement>('[data-join]');
  if (join) void startJoin(join);
}

/** To what was about to be sent, or to the page that was asked for. */
function goOn(): void {
  const waiting = document.querySelector<HTMLFormElement>('[data-door-waiting]');
  if (waiting) waiting.submit();
  else location.reload();
}

async function startJoin(form: HTMLFormElement): Promise<void> {
  const base = form.dataset['join'] ?? '';
  // Behind the number sign: it reaches the server only in what is sent here, and no log on the way.
  const invitation = location.hash.slice(1);
  const field = form.elements.namedItem('name') as HTMLInputElement;
  const begin = () =>
    post<Options & { name: string | null; suggested: string }>(`${base}/api/begin-join`, { invitation });
  try {
    const { name, suggested } = await begin();
    field.value = name ?? suggested;
    field.readOnly = name !== null;
    form.hidden = false;
  } catch (error) {
    say(
      invitation === ''
        ? 'This page opens by the link of an invitation. To make one: npm run hub -- desk invite'
        : wordsOf(error),
    );
    return;
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    if (!button) return;
    void pressed(button, async () => {
      const { options } = await begin();
      const { id, rawId, response } = await startRegistration({ optionsJSON: options });
      const { clientDataJSON, attestationObject, transports } = response;
      await post(`${base}/api/join`, {
        invitation,
        name: field.value,
        passkey: {
          id,
          rawId,
          type: 'public-key',
          response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
        },
      });
      location.replace(`${base}/`);
    });
  });
}

/** One press at a time; what went wrong is said above the button. */
async function pressed(button: HTMLButtonElement, work: () => Promise<void>): Promise<void> {
  if (button.disabled) return;
  button.disabled = true;
  say('');
  try {
    await work();
  } catch (error) {
    say(wordsOf(error));
  } finally {
    button.disabled = false;
  }
}

function say(words: string): void {
  const place = document.querySelector<HTMLElement>('[data-door-mistake]');
  if (!place) return;
  place.textContent = words;
  place.hidden = words === '';
}

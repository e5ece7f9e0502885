import { register } from './app.ts';
import { wordsOf } from './ask.ts';

/** A form that turns notifications on goes out with the address that this browser's maker gives it. */
export function startPush(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-push]')) {
    const { form } = field;
    let isReady = false;
    form?.addEventListener('submit', (event) => {
      if (isReady) return;
      event.preventDefault();
      // The passkey is asked for once there is something to confirm.
      event.stopImmediatePropagation();
      subscribed(field.dataset['push'] ?? '').then(
        (text) => {
          field.value = text;
          isReady = true;
          form.requestSubmit();
        },
        (error: unknown) => tell(form, wordsOf(error)),
      );
    });
  }
}

async function subscribed(key: string): Promise<string> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    throw new Error(
      'This browser has no notifications. On an iPhone, add the desk to the home screen first.',
    );
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error(
      'Notifications are blocked for this site. Allow them in your browser’s settings, then try again.',
    );
  const registration = await register();
  // One made with a key of before takes nothing from this hub any more.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return JSON.stringify({ ...made.toJSON(), key, agent: navigator.userAgent });
}

function tell(form: HTMLFormElement, words: string): void {
  let place = form.querySelector<HTMLElement>('[data-push-mistake]');
  if (!place) {
    place = document.createElement('p');
    place.className = 'ledger-mistake';
    place.setAttribute('role', 'alert');
    place.dataset['pushMistake'] = '';
    form.prepend(place);
  }
  place.textContent = words;
}

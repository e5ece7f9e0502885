import { askDevice, wordsOf } from './ask.ts';

/** A form that can't be taken back goes out with the answer of a passkey, which is for this form alone. */
export function startTouches(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-touch]')) {
    let isTouched = false;
    form.addEventListener('submit', (event) => {
      if (isTouched) return;
      event.preventDefault();
      void touch(form).then((is) => {
        if (!is) return;
        isTouched = true;
        form.requestSubmit();
      });
    });
  }
  // A second press while the first is on its way would only be told that it was already submitted.
  for (const form of document.querySelectorAll<HTMLFormElement>('form[method=post]:not([data-touch])')) {
    let isSent = false;
    form.addEventListener('submit', (event) => {
      // What opens beside the form leaves it as it is.
      if (event.submitter instanceof HTMLButtonElement && event.submitter.formTarget === '_blank') return;
      if (isSent) event.preventDefault();
      isSent = true;
    });
    addEventListener('pageshow', () => (isSent = false));
  }
}

async function touch(form: HTMLFormElement): Promise<boolean> {
  const button = form.querySelector<HTMLButtonElement>('button');
  const mistake = placeOf(form);
  if (button) button.disabled = true;
  mistake.hidden = true;
  try {
    const answer = await askDevice(JSON.parse(form.dataset['touch'] ?? '{}') as never);
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = 'touch';
    field.value = JSON.stringify(answer);
    form.append(field);
    return true;
  } catch (error) {
    mistake.textContent = `Nothing was changed. ${wordsOf(error)}`;
    mistake.hidden = false;
    return false;
  } finally {
    if (button) button.disabled = false;
  }
}

function placeOf(form: HTMLFormElement): HTMLElement {
  const known = form.querySelector<HTMLElement>('[data-touch-mistake]');
  if (known) return known;
  const place = document.createElement('p');
  place.className = 'ledger-mistake';
  place.setAttribute('role', 'alert');
  place.dataset['touchMistake'] = '';
  form.prepend(place);
  return place;
}

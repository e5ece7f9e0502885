import { sizeWords } from '#base/size-words.ts';
import { mostFileBytes, type UploadState } from '../rules/uploads.ts';
import type { Frame } from '../rules/crop.ts';
import { type Copy, dataUrlOf, withCopies } from './copies.ts';
import { cropper } from './crop.ts';
import { isPictureField, withSmaller } from './smaller.ts';
import { forget, upload } from './upload.ts';

type Kept = Pick<UploadState, 'id' | 'name' | 'size'>;

/** A file that was chosen, with the smaller pictures of it. */
interface Chosen {
  /** The same file chosen again is the same upload. */
  key: string;
  parts: Kept[];
  state: 'going' | 'whole' | 'failed';
  stop: AbortController;
  /** Out of the form again. */
  drop(): void;
}

const missingWords = 'One file isn’t here yet. Try again, or remove it.';

/** Fields that take files: each is uploaded as soon as it is chosen, and the form sends their names. */
export function startFiles(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-files]')) startField(input);
}

function startField(input: HTMLInputElement): void {
  const form = input.form;
  const field = input.closest('.ui-field')?.querySelector<HTMLInputElement>('input[type=hidden]');
  if (!form || !field) return;
  const token = form.querySelector<HTMLInputElement>('input[name=token]')?.value ?? '';
  const widths = (input.dataset['widths'] ?? '').split(' ').filter(Boolean).map(Number);
  const copies = JSON.parse(input.dataset['copies'] ?? '[]') as Copy[];
  const isOne = copies.length > 0;
  const ratio = Number(input.dataset['ratio']);
  const list = document.createElement('ul');
  list.className = 'ledger-uploads';
  list.setAttribute('aria-live', 'polite');
  input.closest('.ui-field')?.after(list);
  const chosen = new Set<Chosen>();
  let isWaiting = false;

  const told = document.createElement('p');
  told.className = 'ledger-hint';
  told.setAttribute('role', 'status');
  list.after(told);

  const settle = () => {
    field.value = JSON.stringify([...chosen].flatMap(({ parts, state }) => (state === 'whole' ? parts : [])));
    const states = [...chosen].map(({ state }) => state);
    if (states.includes('going')) return;
    const isMissing = states.includes('failed');
    const isSent = isWaiting && !isMissing;
    told.textContent = isWaiting && isMissing ? missingWords : '';
    isWaiting = false;
    if (isSent) form.requestSubmit();
  };

  function add(name: string, size: number, file?: File, before: Kept[] = []): void {
    const key = file ? `${name} ${size} ${file.lastModified}` : '';
    if (file && [...chosen].some((each) => each.key === key)) return;
    const one: Chosen = {
      key,
      parts: before,
      state: file ? 'going' : 'whole',
      stop: new AbortController(),
      drop() {},
    };
    if (isOne) for (const { drop } of chosen) drop();
    const line = drawLine(name, size);
    one.drop = () => {
      one.stop.abort();
      for (const { id } of one.parts) forget(id, token);
      chosen.delete(one);
      line.item.remove();
      settle();
    };
    chosen.add(one);
    list.append(line.item);
    line.remove.addEventListener('click', () => {
      one.drop();
      input.focus();
    });
    if (!file) {
      line.say('Ready');
      return;
    }
    let part: Frame | undefined;
    const send = async () => {
      const { signal } = one.stop;
      one.state = 'going';
      line.again.hidden = true;
      try {
        const files = isOne
          ? await withCopies(file, copies)
          : isPictureField(input.accept)
            ? await withSmaller(file, widths, input.accept.split(','), part)
            : [file];
        const shown = isOne || isPictureField(input.accept) ? await thumbOf(files) : null;
        if (shown) line.show(shown);
        if (signal.aborted) return;
        one.parts = [];
        for (const [at, each] of files.entries()) {
          const state = await upload(each, {
            token,
            signal,
            told: ({ got }, words) => line.tell(at === 0 ? got : each.size, each.size, words),
          });
          one.parts.push({ id: state.id, name: state.name, size: state.size });
        }
        one.state = 'whole';
        line.say('Ready');
      } catch (error) {
        if (signal.aborted) return;
        one.state = 'failed';
        line.say(error instanceof Error ? error.message : 'Something went wrong.', true);
        line.again.hidden = false;
      }
      settle();
    };
    line.again.addEventListener('click', () => void send());
    // The whole picture is on its way already: whoever crops it sends a part in its place.
    const crop = (chosenPart: Frame) => {
      part = chosenPart;
      one.stop.abort();
      one.stop = new AbortController();
      for (const { id } of one.parts) forget(id, token);
      void send();
    };
    if (ratio > 0 && isPictureField(input.accept))
      void dataUrlOf(file).then(async (src) => {
        const frame = src === null ? null : await cropper(src, name, ratio, crop);
        if (frame) line.item.append(frame);
      });
    if (file.size <= mostFileBytes) void send();
    else {
      one.state = 'failed';
      line.say('Up to 2 GB can be uploaded. Put it into the product’s folder on the machine.', true);
    }
  }

  // What a form that could not be saved has already.
  for (const group of grouped(keptIn(field.value)))
    add(group[0]?.name ?? '', group[0]?.size ?? 0, undefined, group);

  input.addEventListener('change', () => {
    for (const file of input.files ?? []) add(file.name, file.size, file);
    input.value = '';
    settle();
  });
  form.addEventListener('submit', (event) => {
    for (const crop of list.querySelectorAll<HTMLButtonElement>('[data-waits]')) crop.click();
    const states = [...chosen].map(({ state }) => state);
    if (!states.includes('going') && !states.includes('failed')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    isWaiting = states.includes('going');
    told.textContent = isWaiting
      ? 'Saved as soon as the files are here. Leave this page open.'
      : missingWords;
  });
  addEventListener('beforeunload', (event) => {
    if ([...chosen].some(({ state }) => state === 'going')) event.preventDefault();
  });
}

function drawLine(name: string, size: number) {
  const item = document.createElement('li');
  const title = document.createElement('span');
  title.textContent = `${name}, ${sizeWords(size)}`;
  const words = document.createElement('span');
  words.className = 'ledger-hint';
  words.textContent = 'Waiting';
  const bar = document.createElement('progress');
  bar.max = 1;
  bar.setAttribute('aria-label', name);
  const [again, remove] = ['Try again', 'Remove'].map((label) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'ui-button';
    button.dataset['variant'] = 'quiet';
    button.textContent = label;
    button.setAttribute('aria-label', `${label}: ${name}`);
    return button;
  }) as [HTMLButtonElement, HTMLButtonElement];
  again.hidden = true;
  item.append(title, bar, words, again, remove);
  return {
    item,
    again,
    remove,
    show(pictures: readonly string[]) {
      for (const old of item.querySelectorAll('.ledger-thumb')) old.remove();
      for (const src of pictures) {
        const img = document.createElement('img');
        img.className = 'ledger-thumb';
        img.alt = '';
        img.src = src;
        title.before(img);
      }
    },
    say(text: string, isFault = false) {
      words.textContent = text;
      words.className = isFault ? 'ledger-fault' : 'ledger-hint';
      bar.hidden = true;
    },
    tell(got: number, of: number, text?: string) {
      bar.hidden = false;
      bar.value = of === 0 ? 1 : got / of;
      words.className = 'ledger-hint';
      words.textContent = text ?? `${Math.floor(100 * bar.value)} %`;
    },
  };
}

function keptIn(text: string): Kept[] {
  try {
    return JSON.parse(text) as Kept[];
  } catch {
    return [];
  }
}

/** What was chosen as it will be seen: what was drawn from it, if anything was. */
async function thumbOf(files: readonly File[]): Promise<string[]> {
  const [whole, ...copies] = files;
  const shown = copies.length > 0 ? copies.slice(0, 1) : whole ? [whole] : [];
  const read = shown.filter(({ size }) => size <= 5_242_880).map(dataUrlOf);
  return (await Promise.all(read)).filter((src) => src !== null);
}

/** Smaller pictures go with the one before them. */
function grouped(kept: readonly Kept[]): Kept[][] {
  const groups: Kept[][] = [];
  for (const one of kept) {
    const last = groups.at(-1);
    const stem = last?.[0]?.name.replace(/\.[^.]*$/, '');
    if (
      last &&
      stem !== undefined &&
      one.name.startsWith(`${stem}.`) &&
      /\.(?:\d{2,4}\.webp|as-[a-z0-9-]+\.png)$/.test(one.name)
    )
      last.push(one);
    else groups.push([one]);
  }
  return groups;
}

import { readFileSync } from 'node:fs';

/** A question, and what answers it: an advice's name or an address; nothing where nothing does. */
export interface Story {
  set: string;
  language: string;
  ask: string;
  right: ReadonlySet<string>;
}

const short: Record<string, string> = {
  d: '/documents/',
  p: '/product/',
  t: '/tools/classic-template-generator?document=',
};
const whole = (name: string): string => {
  const [, kind = '', slug = ''] = /^([dpt]):(.*)$/.exec(name) ?? [];
  return kind === '' ? name : `${short[kind]}${slug}`;
};

export const stories: Story[] = readStories(new URL('assistant-stories.txt', import.meta.url));

export function readStories(file: URL): Story[] {
  let set = '';
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('#')) {
        set = line.slice(2);
        return [];
      }
      const [language = '', names = '', ask = ''] = line.split('|');
      if (ask === '') return [];
      return [
        {
          set,
          language,
          ask,
          right: new Set(
            names
              .split(',')
              .filter((one) => one !== '-')
              .map(whole),
          ),
        },
      ];
    });
}

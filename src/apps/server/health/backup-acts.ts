import { Problem } from '#base/problem.ts';
import type { DeskAct } from '#platform/server/desk.ts';
import { inWords } from '../commands/words.ts';
import { type DeskBackups, mostKept } from './backups.ts';

const leastLetters = 12;

/** Both let everything out that the hub holds: a passkey is asked for. */
export const backupActs = (backups: DeskBackups): DeskAct[] => [
  {
    name: 'back-up',
    label: 'Back up now',
    isOfPage: true,
    isGrave: true,
    ask: async () => ({
      words:
        `Everything is written into one file in ${backups.folder}, on this machine: database, files, secret, keys and ` +
        `the site folder. The hub keeps running, and this page tells when it is done. The newest ${mostKept} are kept.`,
      fields: [],
    }),
    async act(_id, _form, by) {
      const file = await backups.begin(by?.name ?? 'the terminal');
      return {
        words: 'The backup has started. Reload this page to see when it’s done.',
        goOn: 'up',
        after: { file },
      };
    },
  },
  {
    name: 'download',
    label: 'Download the backup',
    button: 'Download',
    isOfPage: true,
    isGrave: true,
    async ask() {
      const newest = await backups.newest();
      return {
        words: newest
          ? `${newest.name}, ${inWords.bytes(newest.bytes)}. It holds everything, so it leaves sealed: only the passphrase ` +
            'opens it, and nobody can find that again. To open it: age -d FILE.age > FILE (age-encryption.org).'
          : 'There is no backup on this machine yet. Back up first.',
        fields: newest
          ? [
              {
                name: 'secretWords',
                label: 'Passphrase',
                kind: 'secret',
                hint: `At least ${leastLetters} characters, such as four words that have nothing to do with each other.`,
              },
              { name: 'secretAgain', label: 'The same again', kind: 'secret' },
            ]
          : [],
      };
    },
    async act(_id, { secretWords = '', secretAgain = '' }) {
      const newest = await backups.newest();
      if (!newest) throw new Problem('conflict', 'There is no backup on this machine yet. Back up first.');
      const wrong = (field: string, words: string) =>
        new Problem('bad_request', 'Nothing was downloaded. Type both again.', {
          fields: { [field]: words },
        });
      if (secretWords.length < leastLetters)
        throw wrong('secretWords', `Take at least ${leastLetters} characters.`);
      if (secretWords !== secretAgain) throw wrong('secretAgain', 'This is another passphrase than above.');
      return {
        words: 'Downloaded.',
        file: { name: `${newest.name}.age`, bytes: backups.sealed(newest.name, secretWords) },
        after: { file: newest.name, bytes: newest.bytes },
      };
    },
  },
];

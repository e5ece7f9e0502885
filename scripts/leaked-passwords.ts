import { readFile, writeFile } from 'node:fs/promises';
import { passwordLimits } from '#features/accounts/rules/addresses.ts';
import { openPacked, packPasswords } from '#features/accounts/server/leaked/pack.ts';

/** Makes the shipped list anew out of a text with a password a line, the commonest first (docs/security.md). */
const [source = '', most = '120000'] = process.argv.slice(2);
const passwords = (await readFile(source, 'utf8'))
  .split(/\r?\n/)
  .filter((line) => line.length >= passwordLimits.min && line.length <= passwordLimits.max)
  .slice(0, Number(most));
const packed = packPasswords(passwords);
await writeFile(new URL('../src/features/accounts/server/leaked/passwords.bin', import.meta.url), packed);
console.log(`${openPacked(packed).size} passwords in ${packed.length} bytes`);

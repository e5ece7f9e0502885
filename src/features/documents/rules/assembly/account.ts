/** An international bank account number by its own check digits: letters count from 10, and the rest of 97 is 1. */
function isAccount(plain: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain)) return false;
  let rest = 0;
  for (const sign of `${plain.slice(4)}${plain.slice(0, 4)}`)
    for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

const gap = /[ \u00a0-]/;

/** Account numbers in groups of four that stay together, as a bank writes them; other words as they are. */
export const inGroups = (words: string): string =>
  words.replace(/(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ \u00a0-]?[A-Z0-9]){11,38}(?![\p{L}\p{N}])/gu, (found) => {
    // What follows in capitals, such as the name of the bank, is no part of it.
    for (let end = found.length; end > 0; end--) {
      if (end < found.length && !gap.test(found.charAt(end))) continue;
      const plain = found.slice(0, end).replace(/[ \u00a0-]/g, '');
      if (isAccount(plain)) return plain.replace(/.{4}(?=.)/g, '$&\u00a0') + found.slice(end);
    }
    return found;
  });

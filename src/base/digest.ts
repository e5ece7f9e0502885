/** A short fingerprint of a long text: enough to detect a change, not a secret. */
export function digest(text: string): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x9e3779b1);
    two = Math.imul(two ^ code, 0x5f356495);
  }
  return `${text.length} ${(one >>> 0).toString(36)}${(two >>> 0).toString(36)}`;
}

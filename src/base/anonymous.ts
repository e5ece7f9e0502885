/** Words of an error without what may name a person: mail and network addresses, and what stands behind "?" in a link. */
export function anonymous(text: string): string {
  return text
    .replace(/(?<![^\s<>()[\]"'`,;:=/@])[^\s<>()[\]"'`,;:=/@]+@[^\s<>()[\]"'`,;:/@]+/g, '(address)')
    .replace(/(?<=https?:\/\/[^\s?#"'`<>]*|\/[\w./-]*)[?#][^\s"'`<>)]*/g, '')
    .replace(/\b\d{1,3}(\.\d{1,3}){3}\b/g, '(address)');
}

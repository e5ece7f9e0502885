/**
 * An error message without anything that might identify a person: email and IP addresses, and query strings in
 * links.
 */
export function anonymous(text: string): string {
  return text
    .replace(/(?<![^\s<>()[\]"'`,;:=/@])[^\s<>()[\]"'`,;:=/@]+@[^\s<>()[\]"'`,;:/@]+/g, '(address)')
    .replace(/(?<=https?:\/\/[^\s?#"'`<>]*|\/[\w./-]*)[?#][^\s"'`<>)]*/g, '')
    .replace(/\b\d{1,3}(\.\d{1,3}){3}\b/g, '(address)');
}

// Mail clients don't support custom properties: these are the tokens of ui/, spelled out.
export const light = {
  ground: '#F6F7F5',
  surface: '#FFFFFF',
  sunken: '#ECEEEA',
  ink: '#15191E',
  muted: '#565F66',
  line: '#D5D9D2',
  pen: '#1D43C6',
  onPen: '#FFFFFF',
};
export const dark = {
  ground: '#101316',
  surface: '#171B1F',
  sunken: '#0B0D0F',
  ink: '#E9ECEE',
  muted: '#A2ABB3',
  line: '#2C3238',
  pen: '#93ABFF',
  onPen: '#0C1330',
};
export const sans = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
export const mono = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace";

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escape = (raw: string): string =>
  raw.replace(/[&<>"']/g, (character) => entities[character] ?? '');
export const multiline = (raw: string): string => escape(raw).replaceAll(/\r?\n/g, '<br>');

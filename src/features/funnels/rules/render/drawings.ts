import { escapeHtml } from '#base/escape.ts';

/**
 * Line drawings for whoever has no photograph: ink for the lines, the accent for one part, paper for what lies on top.
 * Drawn by us for these pages; nobody has to be named.
 */
const drawings = {
  guide: {
    label: 'Guide',
    inside:
      '<path d="M150 62h150l50 50v206H150z" fill="var(--s)"/><path d="M300 62v50h50M182 148h120M182 176h136M182 204h136M182 232h92"/><path d="M130 82h-22v256h212v-20"/><path d="M182 104h64" stroke="var(--a)" stroke-width="14" stroke-linecap="butt"/><path d="M270 268l16 18 38-44" stroke="var(--l)" stroke-width="6"/>',
  },
  letter: {
    label: 'Letter',
    inside:
      '<path d="M80 150v160h320V150L240 50z" fill="var(--s)"/><path d="M130 92h220v140l-110 62-110-62z" fill="var(--g)"/><path d="M160 158h160M160 186h160"/><path d="M160 130h96" stroke="var(--a)" stroke-width="14" stroke-linecap="butt"/><path d="M80 152l160 112 160-112v158H80z" fill="var(--s)"/><path d="M80 310l118-80M400 310l-118-80"/>',
  },
  code: {
    label: 'Code',
    inside:
      '<rect x="70" y="60" width="340" height="240" rx="10" fill="var(--s)"/><path d="M70 104h340"/><path d="M94 82h1M114 82h1M134 82h1" stroke-width="9"/><path d="M104 144h70M194 144h110M130 176h60M130 208h100M104 240h54" /><path d="M210 176h130" stroke="var(--a)" stroke-width="12" stroke-linecap="butt"/><path d="M330 226l26 20-26 20M290 270h30"/><path d="M180 332h120"/>',
  },
  plan: {
    label: 'Calendar',
    inside:
      '<rect x="90" y="76" width="300" height="238" rx="10" fill="var(--s)"/><path d="M90 130h300M150 54v40M330 54v40"/><path d="M165 130v184M240 130v184M315 130v184M90 191h300M90 252h300"/><rect x="240" y="191" width="75" height="61" fill="var(--a)"/><path d="M258 222l14 14 26-32" stroke="var(--o)" stroke-width="6"/>',
  },
  growth: {
    label: 'Chart',
    inside:
      '<path d="M84 62v248h320"/><path d="M124 310v-58h44v58zM204 310v-98h44v98z" fill="var(--s)"/><path d="M284 310V152h44v158z" fill="var(--a)"/><path d="M116 210c70-8 130-42 190-116l60 0"/><path d="M346 74l22 20-22 20"/>',
  },
  talk: {
    label: 'Conversation',
    inside:
      '<path d="M70 78h220v132H150l-44 42v-42H70z" fill="var(--s)"/><path d="M106 120h146M106 148h146M106 176h88"/><path d="M310 138h100v122h-32v38l-42-38H212v-30" fill="none"/><path d="M320 178h60M320 206h60" stroke="var(--a)" stroke-width="10" stroke-linecap="butt"/>',
  },
  order: {
    label: 'Receipt',
    inside:
      '<path d="M150 44h180v270l-22-18-23 18-22-18-23 18-22-18-23 18-22-18-23 18z" fill="var(--s)"/><path d="M180 134h120M180 166h120M180 198h120" /><path d="M180 92h70" stroke="var(--a)" stroke-width="12" stroke-linecap="butt"/><path d="M180 236h50M270 236h30" stroke-width="6"/><path d="M350 120l54-16 20 74-54 16z" fill="var(--g)"/><path d="M372 146l30-8"/>',
  },
  kit: {
    label: 'Boxes',
    inside:
      '<path d="M110 190l130-50 130 50v96l-130 52-130-52z" fill="var(--s)"/><path d="M110 190l130 50 130-50M240 240v98"/><path d="M175 165l130 50v40" stroke="var(--l)" stroke-width="6"/><path d="M150 120l90-34 90 34-90 36z" fill="var(--a)"/><path d="M240 86V40M214 62l26-26 26 26"/>',
  },
  ticket: {
    label: 'Ticket',
    inside:
      '<path d="M74 120h332v44a26 26 0 0 0 0 52v44H74v-44a26 26 0 0 0 0-52z" fill="var(--s)" transform="rotate(-6 240 190)"/><g transform="rotate(-6 240 190)"><path d="M310 120v140" stroke-dasharray="3 14"/><path d="M128 164h96" stroke="var(--a)" stroke-width="16" stroke-linecap="butt"/><path d="M128 200h144M128 226h110M344 172h30M344 200h30"/></g>',
  },
  course: {
    label: 'Lessons',
    inside:
      '<rect x="62" y="70" width="250" height="170" rx="10" fill="var(--s)"/><path d="M166 120l60 36-60 36z" fill="var(--a)"/><path d="M336 96h86M336 124h60M336 170h86M336 198h60M336 244h86M336 272h60"/><path d="M62 272h250" /><path d="M62 272h110" stroke="var(--l)" stroke-width="9"/><circle cx="172" cy="272" r="9" fill="var(--s)"/>',
  },
} as const;

export type Drawing = keyof typeof drawings;
const mark = 'draw:';

export const drawingChoices = Object.entries(drawings).map(([name, { label }]) => ({
  value: mark + name,
  label,
}));

const drawingOf = (value: string) =>
  value.startsWith(mark) && Object.hasOwn(drawings, value.slice(mark.length))
    ? drawings[value.slice(mark.length) as Drawing]
    : null;

export const isDrawing = (value: string): boolean => drawingOf(value) !== null;

/** Without words it is decoration. */
export function drawDrawing(value: string, words: string): string {
  const facts = words ? `role="img" aria-label="${escapeHtml(words)}"` : 'aria-hidden="true"';
  return `<svg class="dr" viewBox="40 30 400 310" fill="none" stroke="currentColor" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round" ${facts}>${drawingOf(value)?.inside ?? ''}</svg>`;
}

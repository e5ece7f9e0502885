import type { Block, Run } from './doc.ts';

/** Placeholders as a saved text holds them: {{ClientName}}, and [Client Name] where a branding filled them in. */
const places = /(\{\{\w+\}\}|\[[A-Z][\w’' ]{2,40}\])/;

/** A saved text as it is read: what is still to be filled in is a blank, as on any paper, and no code. */
export const withBlanks = (blocks: Block[]): Block[] => blocks.map((block) => blankedOf(block));

function blankedOf(block: Block): Block {
  switch (block.b) {
    case 'title':
    case 'part':
    case 'para':
    case 'heading':
      return { ...block, runs: runsOf(block.runs) };
    case 'clause':
      return { ...block, heading: runsOf(block.heading), blocks: withBlanks(block.blocks) };
    case 'sub':
      return { ...block, runs: runsOf(block.runs), blocks: withBlanks(block.blocks) };
    case 'list': {
      const items = block.items.map((item) => ({
        ...item,
        runs: runsOf(item.runs),
        blocks: withBlanks(item.blocks),
      }));
      return { ...block, items };
    }
    case 'table':
      return { ...block, head: block.head.map(runsOf), rows: block.rows.map((row) => row.map(runsOf)) };
    case 'signatures': {
      const parties = block.parties.map(({ heading, lines }) => ({
        heading: runsOf(heading),
        lines: lines.map(({ label, runs }) => ({ label, runs: runsOf(runs) })),
      }));
      return { ...block, parties };
    }
    case 'page':
      return block;
  }
}

const runsOf = (runs: Run[]): Run[] =>
  runs.flatMap((run): Run[] =>
    run.r === 'text' && places.test(run.text)
      ? run.text
          .split(places)
          .filter((words) => words !== '')
          .map((words) =>
            places.test(words)
              ? { r: 'blank', field: words, label: placeWords(words) }
              : { ...run, text: words },
          )
      : [run],
  );

/** "{{ClientName}}" as a paper calls it: client name. */
export const placeWords = (place: string): string =>
  place
    .replace(/[{}[\]]/g, '')
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .toLowerCase();

import { allFields, type Field, type Template } from '../template/template.ts';
import type { Answers } from './values.ts';

/** The examples that stand beside the questions: the answers of the sample. */
export function sampleAnswers(template: Template): Answers {
  return Object.fromEntries(allFields(template).flatMap((field): [string, unknown][] => sampleField(field)));
}

function sampleField({ name, kind, example }: Field): [string, unknown][] {
  if (example === '') return [];
  if (kind.type === 'party') return [[name, sampleParty(example)]];
  if (kind.type !== 'list') return [[name, example]];
  const columns = kind.columns.filter((column) => !column.formula);
  const lines = example.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return [
    [
      name,
      lines.map((cells) =>
        Object.fromEntries(columns.map((column, index) => [column.name, cells[index] ?? ''])),
      ),
    ],
  ];
}

/** "Wren Studio Ltd | 12 Quay Street, Cork | Ada Moore | director" */
function sampleParty(example: string): Record<string, string> {
  const [name = '', address = '', representative = '', role = '', kind = 'company', number = '', email = ''] =
    example.split('|').map((part) => part.trim());
  return { kind, name, address, representative, role, number, email };
}

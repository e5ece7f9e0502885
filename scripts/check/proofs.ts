import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Check, Fault } from './check.ts';
import { calledAs, clausesIn, isTestCall, lineOf, parse, titleOf, visit } from './source.ts';
import { isTest, type Tree } from './tree.ts';

const book = 'docs/requirements.md';
const row = /^\| (?<id>[A-Z]+-\d+) \|(?<meaning>.*)\| (?<proven>yes|) *\|$/;
const tally = /^Proven: (?<proven>\d+) of (?<all>\d+)$/m;

interface Title {
  file: string;
  line: number;
  ids: string[];
}

/** docs/requirements.md remembers which clauses are proven; one that loses its last test is a fault. */
export const proofs: Check = {
  name: 'proofs',
  async run(tree) {
    if (!tree.files.includes(book)) return { looked: 0, faults: [] };
    const titles = readTitles(tree);
    const rows = readRows(tree);
    const known = new Set(rows.map(({ id }) => id));
    const tested = new Set(titles.flatMap(({ ids }) => ids));
    const proven = rows.filter((each) => each.proven);

    const faults: Fault[] = [];
    for (const { file, line, ids } of titles) {
      for (const id of ids.filter((each) => !known.has(each))) {
        faults.push({ file, line, rule: 'unknown-clause', words: `${id} isn’t in ${book}` });
      }
    }
    for (const { id, line } of proven.filter((each) => !tested.has(each.id))) {
      faults.push({
        file: book,
        line,
        rule: 'lost-proof',
        words: `${id} was proven, but no test names it anymore`,
      });
    }
    for (const { id, line } of rows.filter(
      (each, index) => rows.findIndex((other) => other.id === each.id) !== index,
    )) {
      faults.push({ file: book, line, rule: 'twice', words: `${id} is listed twice` });
    }
    const said = tally.exec(tree.read(book))?.groups;
    if (Number(said?.['proven']) !== proven.length || Number(said?.['all']) !== rows.length) {
      const words = `must say "Proven: ${proven.length} of ${rows.length}": npm run check -- --only proofs --mark`;
      faults.push({ file: book, line: 1, rule: 'tally', words });
    }
    const fresh = rows.filter(({ id, proven: already }) => !already && tested.has(id)).map(({ id }) => id);
    const notes = fresh.length > 0 ? [`newly tested; mark with --mark: ${fresh.join(' ')}`] : [];
    return {
      looked: rows.length,
      faults,
      notes: [...notes, `${proven.length} of ${rows.length} clauses proven`],
    };
  },
};

/** Writes down what is tested now. A proof that was lost stays marked: only a test brings the fault to rest. */
export function markProofs(tree: Tree): void {
  const tested = new Set(readTitles(tree).flatMap(({ ids }) => ids));
  const lines = tree.read(book).split('\n');
  const marked = lines.map((line) => {
    const { id, meaning, proven } = row.exec(line)?.groups ?? {};
    if (!id || proven || !tested.has(id)) return line;
    return `| ${id} |${meaning}| yes |`;
  });
  const rows = marked.filter((line) => row.test(line));
  const proven = rows.filter((line) => row.exec(line)?.groups?.['proven']).length;
  const text = marked.join('\n').replace(tally, `Proven: ${proven} of ${rows.length}`);
  writeFileSync(join(tree.root, book), text);
}

function readRows(tree: Tree): { id: string; proven: boolean; line: number }[] {
  return tree
    .read(book)
    .split('\n')
    .flatMap((text, index) => {
      const { id, proven } = row.exec(text)?.groups ?? {};
      return id ? [{ id, proven: proven === 'yes', line: index + 1 }] : [];
    });
}

function readTitles(tree: Tree): Title[] {
  return tree.files.filter(isTest).flatMap((file) => {
    const source = parse(file, tree.read(file));
    const titles: Title[] = [];
    visit(source, (node) => {
      if (!ts.isCallExpression(node)) return;
      if (!isTestCall(node)) return;
      // What does not run proves nothing, nor does anything inside it.
      if (calledAs(node.expression).some((word) => /^(?:skip|todo|fixme|fails|fail)$/.test(word)))
        return false;
      const ids = clausesIn(titleOf(node, source) ?? '');
      // Who names many proves none of them (`tests` says so).
      if (ids.length > 0 && ids.length <= 2) titles.push({ file, line: lineOf(source, node), ids });
    });
    return titles;
  });
}

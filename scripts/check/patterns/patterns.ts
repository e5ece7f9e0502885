import { Worker } from 'node:worker_threads';
import ts from 'typescript';
import type { Check, Fault } from '../check.ts';
import { lineOf, parse, visit } from '../source.ts';
import { isTest, isTypeScript, type Tree } from '../tree.ts';
import type { Slow } from './measure.ts';
import { type PatternException, patternExceptions } from './exceptions.ts';

// A pattern that takes longer than its text is long lets a stranger's few hundred kilobytes stop the hub for minutes. Each
// is attacked with texts made for it, in the engine that will run it.

export interface Asked {
  source: string;
  flags: string;
  most?: number | undefined;
}
interface Found extends Asked {
  file: string;
  line: number;
}

const looked = (file: string): boolean =>
  file.startsWith('src/') && isTypeScript(file) && !isTest(file) && !file.endsWith('.d.ts');
const mostMilliseconds = 8000;

export const patterns: Check = {
  name: 'patterns',
  async run(tree) {
    const { found, made } = patternsOf(tree);
    const used = new Set<PatternException>();
    const exceptionFor = (file: string, source: string): PatternException | undefined => {
      const known = patternExceptions.find(
        (one) => one.file === file && (one.pattern === undefined || one.pattern === source),
      );
      if (known) used.add(known);
      return known;
    };
    const faults: Fault[] = made
      .filter(({ file }) => !exceptionFor(file, ''))
      .map(({ file, line }) => ({
        file,
        line,
        rule: 'made-pattern',
        words:
          'is put together when it runs, where nobody can try it: write it out, or name it among the exceptions',
      }));
    const asked = new Map<string, { asked: Asked; at: Found[] }>();
    for (const one of found) {
      const exception = exceptionFor(one.file, one.source);
      if (exception && exception.most === undefined) continue;
      const key = `${one.source}/${one.flags}/${exception?.most ?? ''}`;
      const known = asked.get(key) ?? { asked: { ...one, most: exception?.most }, at: [] };
      asked.set(key, { ...known, at: [...known.at, one] });
    }
    await inThreads([...asked.values()], ({ at }, words) => {
      for (const { file, line } of at) faults.push({ file, line, rule: 'slow-pattern', words });
    });
    if (found.length > 100)
      for (const one of patternExceptions.filter((each) => !used.has(each)))
        faults.push({
          file: one.file,
          line: 1,
          rule: 'unused-exception',
          words: `no pattern here needs its exception any more: ${one.pattern ?? 'made patterns'}`,
        });
    return { looked: found.length, faults };
  },
};

function patternsOf(tree: Tree): { found: Found[]; made: { file: string; line: number }[] } {
  const found: Found[] = [];
  const made: { file: string; line: number }[] = [];
  for (const file of tree.files.filter(looked)) {
    const source = parse(file, tree.read(file));
    visit(source, (node) => {
      const line = lineOf(source, node);
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        found.push({ file, line, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      }
      if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return;
      if (!ts.isIdentifier(node.expression) || node.expression.text !== 'RegExp') return;
      const [given, flags] = node.arguments ?? [];
      if (given && ts.isStringLiteralLike(given) && (!flags || ts.isStringLiteralLike(flags)))
        found.push({ file, line, source: given.text, flags: flags?.text ?? '' });
      else made.push({ file, line });
    });
  }
  return { found, made };
}

/** Two at once; one that never ends is ended, which says enough. */
async function inThreads<T extends { asked: Asked }>(
  all: T[],
  tell: (one: T, words: string) => void,
): Promise<void> {
  const waiting = [...all];
  const run = async (): Promise<void> => {
    let thread: Worker | undefined;
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      thread ??= new Worker(new URL('./thread.ts', import.meta.url), { execArgv: [] });
      const answer = await answerOf(thread, one.asked);
      if (answer === 'none') {
        await thread.terminate();
        thread = undefined;
        tell(one, 'takes longer on short texts than can be waited for');
      } else if (answer && 'fault' in answer) tell(one, `could not be tried: ${answer.fault}`);
      else if (answer) tell(one, wordsOf(answer));
    }
    await thread?.terminate();
  };
  await Promise.all([run(), run()]);
}

type Answer = Slow | { fault: string } | null | 'none';

function answerOf(thread: Worker, asked: Asked): Promise<Answer> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('none'), mostMilliseconds);
    thread.removeAllListeners('message');
    thread.once('message', (answer: Answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    thread.postMessage(asked);
  });
}

const wordsOf = ({ attack: { before, pump, after }, length, milliseconds }: Slow): string =>
  `takes more than its length: ${JSON.stringify(before)}, then ${JSON.stringify(pump)} over and over, then ${JSON.stringify(after)} take ${milliseconds.toFixed(0)} ms for ${length} letters`;

import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseOptions, type ICruiseResult, type IViolation } from 'dependency-cruiser';
import readOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import ts from 'typescript';
import type { Check, Fault } from './check.ts';
import { lineOf, parse, visit } from './source.ts';
import { isTest, isTypeScript, type Tree } from './tree.ts';

const configuration = fileURLToPath(new URL('../../.dependency-cruiser.mjs', import.meta.url));

const code = /\.(tsx?|mts|mjs|js)$/;
const places = /^(src|emulators|migrations|testing|e2e|bench|scripts)\//;
const rooms =
  /^src\/(base|ui|platform\/(server|web)|apps\/(server|web)|features\/[^/]+\/(rules|server|web))\//;
const roomsThatImportPlainly = /^src\/(base|ui|features)\//;
const drawer = /(^|\/)(utils?|helpers?|common|misc)(\/|\.[^/]+$)/i;

/** Who may see whom (.dependency-cruiser.mjs), that every file stands in a room, and that no import hides. */
export const boundaries: Check = {
  name: 'boundaries',
  async run(tree) {
    const files = tree.files.filter(
      (file) => places.test(file) && code.test(file) && !file.endsWith('.d.ts'),
    );
    if (files.length === 0) return { looked: 0, faults: [] };
    const options: ICruiseOptions = await readOptions(configuration);
    const result = await cruise(files, { ...options, baseDir: tree.root, validate: true });
    if (typeof result.output === 'string') throw new Error(result.output);
    const cruised = result.output;

    const seen = new Set(cruised.modules.map((module) => module.source));
    const unseen = files.filter((file) => !seen.has(file));
    return {
      looked: files.length - unseen.length,
      faults: [
        ...cruised.summary.violations.map((violation) => describe(tree, cruised, violation)),
        ...unseen.map((file) => ({
          file,
          line: 1,
          rule: 'unseen',
          words: 'dependency-cruiser didn’t check it',
        })),
        ...misplaced(tree.files),
        ...files
          .filter((file) => roomsThatImportPlainly.test(file))
          .flatMap((file) => hiddenImports(tree, file)),
      ],
    };
  },
};

function describe(tree: Tree, { modules, summary }: ICruiseResult, violation: IViolation): Fault {
  const { from, to, cycle } = violation;
  const rule = violation.rule.name;
  const dependencies = modules.find((module) => module.source === from)?.dependencies ?? [];
  const written = dependencies.find((dependency) => dependency.resolved === to)?.module ?? to;
  const way = cycle ? [from, ...cycle.map((step) => step.name)].join(' -> ') : `imports ${written}`;
  const because = summary.ruleSetUsed?.forbidden?.find(({ name }) => name === rule)?.comment;
  return {
    file: from,
    line: lineWith(tree.read(from), written),
    rule,
    words: because ? `${way} (${because})` : way,
  };
}

function lineWith(text: string, specifier: string): number {
  const lines = text.split('\n');
  const index = lines.findIndex((line) =>
    ["'", '"', '`'].some((quote) => line.includes(quote + specifier + quote)),
  );
  return index + 1 || 1;
}

function misplaced(files: string[]): Fault[] {
  return files.flatMap((file) => {
    if (!places.test(file)) return [];
    if (drawer.test(file)) {
      return [{ file, line: 1, rule: 'drawer', words: 'a catch-all name: name it after what it does' }];
    }
    if (file.startsWith('src/') && code.test(file) && !rooms.test(file)) {
      return [{ file, line: 1, rule: 'homeless', words: 'belongs to no layer, so no boundary protects it' }];
    }
    return [];
  });
}

/** An import whose target is computed is seen by no tool. */
function hiddenImports(tree: Tree, file: string): Fault[] {
  if (!isTypeScript(file) || isTest(file)) return [];
  const source = parse(file, tree.read(file));
  const faults: Fault[] = [];
  visit(source, (node) => {
    if (!ts.isCallExpression(node)) return;
    const callee = node.expression;
    const isImport = callee.kind === ts.SyntaxKind.ImportKeyword;
    const target = node.arguments[0];
    const isPlain = target !== undefined && ts.isStringLiteralLike(target);
    const isGlob = callee.getText(source).startsWith('import.meta.glob');
    if ((isImport && !isPlain) || isGlob) {
      faults.push({
        file,
        line: lineOf(source, node),
        rule: 'hidden-import',
        words: 'name the imported file as plain text',
      });
    }
  });
  return faults;
}

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import ts from 'typescript';
import { OPTIONS } from '../typescript-hooks.mjs';

/** A source asked for with `?statements` is loaded once more, with all that it has for the database in `statementsOfSource`. */
export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts?statements')) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const text = await readFile(filename, 'utf8');
  const thunks = expressionsIn(ts.createSourceFile(filename, text, ts.ScriptTarget.Latest, true)).map(
    (expression) => `() => (${expression})`,
  );
  const { code } = await transform(`${text}\nexport const statementsOfSource = [${thunks.join(', ')}];\n`, { ...OPTIONS, filename });
  return { format: 'module', source: code, shortCircuit: true };
}

/** What is given to `query` and `runNamed`, and what stands at the top of the source: a statement with its name may be among that. */
function expressionsIn(source) {
  const found = [];
  for (const { declarationList } of source.statements.filter(ts.isVariableStatement))
    for (const { name } of declarationList.declarations) if (ts.isIdentifier(name)) found.push(`{ constant: ${name.text} }`);
  const visit = (node) => {
    if (ts.isCallExpression(node)) {
      const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText();
      const text = node.arguments[{ query: 0, runNamed: 1 }[called] ?? Infinity];
      if (text) found.push(`{ run: ${text.getText()} }`);
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

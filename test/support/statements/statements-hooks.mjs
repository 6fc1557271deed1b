import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import ts from 'typescript';
import { OPTIONS } from '../typescript-hooks.mjs';

/** A source that is imported with `?statements` is loaded again and exports its SQL statements as `statementsOfSource`. */
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

/** The arguments of `query` and `runNamed`, and the constants at the top of the source. Some of these are named statements. */
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

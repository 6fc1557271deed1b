import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import ts from 'typescript';
import { OPTIONS } from '../typescript-hooks.mjs';

/**
 * Loads a source that is imported with `?statements` a second time, with the additional export `statementsOfSource`:
 * functions that return the SQL statements of the source.
 */
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

/** The SQL arguments of `query` and `runNamed`, and the constants at the top of the source, because some of these are named statements. */
function expressionsIn(source) {
  const expressions = [];
  for (const { declarationList } of source.statements.filter(ts.isVariableStatement))
    for (const { name } of declarationList.declarations) if (ts.isIdentifier(name)) expressions.push(`{ constant: ${name.text} }`);
  const visit = (node) => {
    if (ts.isCallExpression(node)) {
      const functionName = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText();
      const argument = node.arguments[{ query: 0, runNamed: 1 }[functionName] ?? Infinity];
      if (argument) expressions.push(`{ run: ${argument.getText()} }`);
    }
    node.forEachChild(visit);
  };
  visit(source);
  return expressions;
}

import { join } from 'node:path';
import ts from 'typescript';

/** A document and the published type that it must have. */
export interface TypedDocument {
  module: string;
  type: string;
  value: unknown;
}

const FILE = join(import.meta.dirname, 'documents.virtual.ts');
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

/** @returns the errors of the compiler about documents written as literals: missing, misspelt and ill-typed fields. */
export function typeProblems(documents: TypedDocument[]): string[] {
  const source = documents
    .map(({ module, type, value }, index) => `export const d${index}: import('${module}').${type} = ${JSON.stringify(value, null, 1)};`)
    .join('\n');
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile } = host;
  host.getSourceFile = (name, language, ...rest) =>
    name === FILE ? ts.createSourceFile(name, source, language) : getSourceFile.call(host, name, language, ...rest);
  const program = ts.createProgram([FILE], OPTIONS, host);
  return ts.getPreEmitDiagnostics(program, program.getSourceFile(FILE)).map(({ messageText, start = 0 }) => {
    const text = source.slice(start, source.indexOf('\n', start));
    return `${text}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { filesInCodeBlocks, ROOT } from './support/code-blocks.js';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...(readdirSync(join(ROOT, 'docs'), { recursive: true }) as string[]).map((file) => join('docs', file)),
].filter((file) => file.endsWith('.md'));

/** Compiles these files as if they were in the project. @returns the errors */
function problemsOf(files: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT);
  const host = ts.createCompilerHost({ ...options, noEmit: true, skipLibCheck: true });
  const { fileExists, readFile, getSourceFile } = host;
  delete host.directoryExists; // The folders of the snippets do not exist.
  host.fileExists = (path) => files.has(path) || fileExists.call(host, path);
  host.readFile = (path) => files.get(path) ?? readFile.call(host, path);
  host.getSourceFile = (path, language, ...rest) => {
    const text = files.get(path);
    return text === undefined ? getSourceFile.call(host, path, language, ...rest) : ts.createSourceFile(path, text, language);
  };
  const program = ts.createProgram([...files.keys()], { ...options, noEmit: true, skipLibCheck: true }, host);
  const sources = [...files.keys()].map((path) => program.getSourceFile(path));
  return sources
    .flatMap((source) => [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)])
    .map(({ file, messageText }) => `${file?.fileName.slice(ROOT.length + 1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}

describe('the code in the documents', () => {
  const snippets = new Map(
    documents
      .flatMap((document) => [...filesInCodeBlocks(document)])
      .filter(([path]) => path.endsWith('.ts'))
      .map(([path, text]) => [join(ROOT, path), text]),
  );

  it('is found by this test', () => expect(snippets.size).toBeGreaterThan(5));

  it('compiles in the file that it names, and an error in another file is reported', () => {
    const withError = new Map([
      [join(ROOT, 'src/wrong.ts'), "import { NOTHING } from './main.js';\nexport const text: string = NOTHING + 1;\n"],
    ]);
    expect(problemsOf(new Map([...snippets, ...withError]))).toEqual([
      "src/wrong.ts: Module '\"./main.js\"' has no exported member 'NOTHING'.",
    ]);
  });
});

import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const HERE = new URL('.', import.meta.url).href;

/** Writes stack traces with the lines of the TypeScript sources. jest did not compile the sources and therefore cannot map their lines. */
export function mapStackTraces() {
  Error.prepareStackTrace = (error, calls) =>
    [error, ...calls.filter((call) => !call.getFileName()?.startsWith(HERE)).map((call) => `    at ${sourceFrame(call)}`)].join('\n');
}

function sourceFrame(call) {
  const [file, line, column] = [call.getFileName(), call.getLineNumber(), call.getColumnNumber()];
  const origin = file && findSourceMap(file)?.findOrigin(line, column);
  if (!origin?.fileName) return String(call);
  return String(call).replace(`${file}:${line}:${column}`, `${fileURLToPath(origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`);
}

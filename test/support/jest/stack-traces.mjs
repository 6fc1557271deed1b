import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const HERE = new URL('.', import.meta.url).href;

/** Stack traces with the lines of the sources. jest did not compile the sources, so it cannot map lines, and it hides frames without a name. */
export function mapStackTraces() {
  Error.prepareStackTrace = (error, calls) =>
    [error, ...calls.filter((call) => !call.getFileName()?.startsWith(HERE)).map((call) => `    at ${inSource(call)}`)].join('\n');
}

function inSource(call) {
  const [file, line, column] = [call.getFileName(), call.getLineNumber(), call.getColumnNumber()];
  const origin = file && findSourceMap(file)?.findOrigin(line, column);
  if (!origin?.fileName) return String(call);
  return String(call).replace(`${file}:${line}:${column}`, `${fileURLToPath(origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`);
}

import { isUtf8 } from 'node:buffer';
import { formBytes, nameAndValue } from './body/form-bytes.js';

type Parse = (query: string) => unknown;

/**
 * Express leaves what it cannot decode as it is written, so that `%FF` would be looked for as these three letters. Here it holds a NUL, with
 * which it is refused wherever a query is read.
 * @param parse that of Express
 */
export function queryParser(parse: Parse): Parse {
  return (query: string | null) => parse((query ?? '').split('&').map(decodable).join('&'));
}

function decodable(parameter: string): string {
  const [name, value] = nameAndValue(parameter);
  const [nameBytes, valueBytes] = [formBytes(name), formBytes(value)];
  if (isUtf8(nameBytes) && isUtf8(valueBytes)) return parameter;
  return `${encodeURIComponent(nameBytes.toString('utf8'))}=%00`;
}

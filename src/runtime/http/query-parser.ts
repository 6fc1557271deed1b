import { isUtf8 } from 'node:buffer';
import { formBytes, nameAndValue } from './body/form-bytes.js';

type Parse = (query: string) => unknown;

/**
 * Express keeps text that it cannot decode, so that `%FF` would be searched as these three characters. Here its value becomes a NUL, which
 * validation refuses.
 * @param parse Express's parser
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

import { isUtf8 } from 'node:buffer';
import { formBytes, nameAndValue } from './body/form-bytes.js';

type Parse = (query: string) => unknown;

/**
 * Express keeps text that it cannot decode, so a search for `%FF` would look for these three characters. This parser replaces such a value
 * by NUL, which the validation rejects.
 * @param parse Express's parser
 */
export function queryParser(parse: Parse): Parse {
  return (query: string | null) => parse((query ?? '').split('&').map(replaceUndecodableValue).join('&'));
}

function replaceUndecodableValue(parameter: string): string {
  const [name, value] = nameAndValue(parameter);
  const [nameBytes, valueBytes] = [formBytes(name), formBytes(value)];
  if (isUtf8(nameBytes) && isUtf8(valueBytes)) return parameter;
  return `${encodeURIComponent(nameBytes.toString('utf8'))}=%00`;
}

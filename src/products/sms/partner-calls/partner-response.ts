import { SaxesParser } from 'saxes';

/** Characters of one SMS. */
const MAX_LENGTH = 160;
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;
const TEXT_PATH = 'sms-response/sms-text';

/**
 * Reads the text of `<sms-response><sms-text>…</sms-text></sms-response>`.
 * @returns null when the body has another form, or when the text is empty, not printable ASCII, or longer than one SMS.
 */
export function readPartnerResponse(body: string): string | null {
  const text = textAt(TEXT_PATH, body)?.replace(/\s+/g, ' ').trim();
  return text && text.length <= MAX_LENGTH && PRINTABLE_ASCII.test(text) ? text : null;
}

/** The text of the element at a path. A document type is rejected like malformed XML, because it could declare entities. */
function textAt(path: string, body: string): string | null {
  const parser = new SaxesParser();
  const openElements: string[] = [];
  const texts: string[] = [];
  const reject = (reason: Error | string): never => {
    throw new Error(`No usable XML: ${String(reason)}`);
  };
  const collect = (text: string): void => {
    if (openElements.join('/') === path) texts.push(text);
  };
  parser.on('error', reject);
  parser.on('doctype', reject);
  parser.on('opentag', ({ name }) => void openElements.push(name));
  parser.on('closetag', () => void openElements.pop());
  parser.on('text', collect);
  parser.on('cdata', collect);
  try {
    parser.write(body.replace(/^\ufeff/, '').trimStart()).close();
  } catch {
    return null;
  }
  return texts.length > 0 ? texts.join('') : null;
}

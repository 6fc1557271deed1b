import { SaxesParser } from 'saxes';

const MAX_LENGTH = 160;
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;
const PATH = 'sms-response/sms-text';

/**
 * The text of `<sms-response><sms-text>…</sms-text></sms-response>`.
 * @returns null when it is anything else, not printable ASCII, or longer than one SMS.
 */
export function readPartnerResponse(body: string): string | null {
  const text = textAt(PATH, body)?.replace(/\s+/g, ' ').trim();
  return text && text.length <= MAX_LENGTH && PRINTABLE_ASCII.test(text) ? text : null;
}

/** The parser knows XML's own five entities only. A document type, which could declare others, is refused like malformed XML. */
function textAt(path: string, body: string): string | null {
  const parser = new SaxesParser();
  const open: string[] = [];
  const found: string[] = [];
  const refuse = (reason: Error | string): never => {
    throw new Error(`No usable XML: ${String(reason)}`);
  };
  const take = (text: string): void => {
    if (open.join('/') === path) found.push(text);
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', ({ name }) => void open.push(name));
  parser.on('closetag', () => void open.pop());
  parser.on('text', take);
  parser.on('cdata', take);
  try {
    parser.write(body.replace(/^\ufeff/, '').trimStart()).close();
  } catch {
    return null;
  }
  return found.length > 0 ? found.join('') : null;
}

import type { Fault } from './diagnosis.js';

/** The headers that sign a body. A header that was not pasted is empty. */
export interface SigningHeaders {
  id: string;
  time: string;
  /** Each entry with its prefix `v1,`. If the header has no such entry, its whole value. */
  signatures: string[];
  /** Whether at least one of the three headers was pasted. */
  isPresent: boolean;
}

/** Lines without `{`, then the body. */
const REQUEST = /^((?:[^\n{]*\n)+?)\s*(\{[\s\S]*)$/;
const SIGNATURE_ENTRY = /v1a?,[A-Za-z0-9+/=_-]+/g;

/** Splits headers from the body, because logs of requests contain the headers before the body. */
export function splitRequest(body: string, headers: string): { body: string; headers: string } {
  const [, headerLines = '', bodyBelow = ''] = REQUEST.exec(body) ?? [];
  const isRequest = /webhook[-_](id|timestamp|signature)/i.test(headerLines);
  // JavaScript counts a byte order mark as white space, but here the mark is a change that the diagnosis must find.
  return {
    body: (isRequest ? bodyBelow : body).replace(/^[^\S\uFEFF]+|\s+$/g, ''),
    headers: isRequest ? `${headers}\n${headerLines}` : headers,
  };
}

/** Finds the three headers in the forms in which programs print headers: `name: value`, JSON, PHP's `$_SERVER`. */
export function readSigningHeaders(text: string): SigningHeaders {
  const valueOf = (name: string): string =>
    new RegExp(`webhook[-_]${name}["']?\\]?\\s*(?:=>|[:=])\\s*(?:string\\(\\d+\\)\\s*)?\\[?\\s*["']?([^"'\\r\\n\\],]*)`, 'i')
      .exec(text)?.[1]
      ?.trim() ?? '';
  const [, textAfterName = ''] = /webhook[-_]signature([\s\S]*)/i.exec(text) ?? [];
  const entries: string[] = textAfterName.match(SIGNATURE_ENTRY) ?? [];
  const wholeValue = valueOf('signature');
  const signatures = entries.length > 0 || wholeValue === '' ? entries : [wholeValue];
  const [id, time] = [valueOf('id'), valueOf('timestamp')];
  return { id, time, signatures, isPresent: id !== '' || time !== '' || signatures.length > 0 };
}

interface TextRepair {
  fault: Fault;
  /** Returns the text before the change; null when the text does not show the change. */
  undo: (text: string) => string | null;
}

const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  '#34': '"',
  '#x22': '"',
  '#39': "'",
  '#039': "'",
  lt: '<',
  gt: '>',
  amp: '&',
};

/** Changes that programs make to a whole body before parsing or printing, and how to undo each change. */
export const TEXT_REPAIRS: readonly TextRepair[] = [
  { fault: 'byte-order-mark', undo: (text) => (/^(\uFEFF|ï»¿)/.test(text) ? text.replace(/^(\uFEFF|ï»¿)\s*/, '') : null) },
  { fault: 'logged', undo: unescapeLogged },
  {
    fault: 'html',
    undo: (text) => changedOrNull(text, (html) => html.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)),
  },
  { fault: 'url-encoded', undo: decodeUrlEncoded },
  { fault: 'encoding', undo: decodeAsUtf8 },
];

const changedOrNull = (text: string, change: (text: string) => string): string | null => {
  const changed = change(text);
  return changed === text ? null : changed;
};

/** A JSON text that holds the body, as programs log it: `"{\"id\":…}"`, with or without the outer quotes. */
function unescapeLogged(text: string): string | null {
  const inner = /^"([\s\S]*)"$/.exec(text)?.[1] ?? text;
  if (!/^\{\s*\\"/.test(inner)) return null;
  try {
    return JSON.parse(`"${inner.replace(/\r?\n/g, '')}"`) as string;
  } catch {
    return null;
  }
}

function decodeUrlEncoded(text: string): string | null {
  const encoded = /^(?:\w+=)?(%7B[\s\S]*)$/i.exec(text)?.[1];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** The characters of Windows-1252 at the positions of the control characters 0x80 to 0x9f of Latin-1. */
const WINDOWS_1252_HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Undoes reading UTF-8 as Latin-1 or Windows-1252, which makes `Å‚` of `ł`. */
function decodeAsUtf8(text: string): string | null {
  if (!/[^\0-\x7f]/.test(text)) return null;
  const bytes: number[] = [];
  for (const character of text) {
    const index = WINDOWS_1252_HIGH.indexOf(character);
    const code = index >= 0 ? 0x80 + index : (character.codePointAt(0) ?? 0);
    if (code > 0xff) return null;
    bytes.push(code);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}

/**
 * Why `readMembers` returns null for a text. `not-an-object` is also the fault of an object that is nested too deeply or has two members with the
 * same name and different values.
 */
export function findJsonFault(text: string): Fault {
  if (/^\{/.test(text) && !/\}$/.test(text)) return 'cut-off';
  try {
    JSON.parse(text);
  } catch {
    return 'not-json';
  }
  return 'not-an-object';
}

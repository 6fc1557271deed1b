import type { Fault, Finding } from './diagnosis.js';

/** The texts about a fault. `{at}`, `{sent}`, `{pasted}`, `{moment}` and `{minutes}` are placeholders. */
export interface FaultText {
  /** Describes the fault. */
  what: string;
  /** Says how to correct the fault, often with the line of code to change. */
  line: string;
}

const VERIFY_RAW_BYTES =
  'Verify the raw bytes, before the framework parses them: express.raw() in Express, request.body in Django, request.get_data() in Flask, php://input in PHP.';

/** The texts in English, for the command line, the sandbox and the panel. */
export const FAULTS_EN: Readonly<Record<Fault, FaultText>> = {
  right: {
    what: 'The notification is signed, and nothing was changed on its way.',
    line: 'There is nothing to change. If your program rejects it, paste the signature that your program computes, too.',
  },
  'old-key': {
    what: 'It is signed with the older of the service’s keys, which is valid until {moment}.',
    line: 'Let your program accept a signature by either key until that time, and remove the older key only then.',
  },
  clock: {
    what: 'The time at which your server received it differs by {minutes} minutes from the time at which it was sent.',
    line: 'Set your server’s clock by NTP, and compare webhook-timestamp with seconds since 1970 in UTC, not with local time.',
  },
  empty: {
    what: 'There is no body.',
    line: 'Paste the body as your program received it, from { to }. If it was empty there, something before your program has read it: read it once.',
  },
  'too-long': { what: 'The text is longer than any notification.', line: 'Paste one notification: its body and its three headers.' },
  'not-json': {
    what: 'The text is not JSON.',
    line: `Log the body as it was received, before a framework changes it. ${VERIFY_RAW_BYTES}`,
  },
  'cut-off': { what: 'The body ends in the middle.', line: 'Read the body to its end, and store it in a field that is long enough.' },
  'not-an-object': {
    what: 'The text is JSON, but not an object.',
    line: 'Paste the body from its first { to its last }.',
  },
  'no-signature': {
    what: 'There is no signature: the body has no member signature, and the headers webhook-id, webhook-timestamp and webhook-signature are missing.',
    line: 'Paste the three headers with the body, and let your proxy pass them on.',
  },
  'no-key': {
    what: 'The gateway has no key with which it may be signed.',
    line: 'Give the service for which it was sent. A key that was replaced long ago is deleted.',
  },
  numbers: {
    what: 'A program has read the numbers and printed them again: {at} was sent as {sent} and is {pasted} now.',
    line: 'Keep the digits of numbers: json.loads(body, parse_float=str, parse_int=str) in Python, a regular expression before JSON.parse in JavaScript. Or have amounts written in their shortest form for the service.',
  },
  quoted: { what: 'A number has become a text: {at} was sent as {sent} and is {pasted} now.', line: VERIFY_RAW_BYTES },
  null: {
    what: 'The body has members with the value null that were not sent.',
    line: 'Leave absent members out: they are not signed. Verify before the body is mapped to a class.',
  },
  emptied: {
    what: 'An empty text has become null: {at}.',
    line: 'Turn off what converts empty texts to null for this route, such as ConvertEmptyStringsToNull in Laravel.',
  },
  order: {
    what: 'The members are not in the order in which they were sent.',
    line: 'Do not sort. Take the values in the order of the body, and keep that order when you decode it.',
  },
  whitespace: {
    what: 'The body was written again: it has white space between its values, and it was sent without. The signature in the body is still valid, that in the headers is not.',
    line: VERIFY_RAW_BYTES,
  },
  escapes: {
    what: 'The body was written again: characters are escaped differently, such as \\/ for / or \\u0142 for ł. The signature in the body is still valid, that in the headers is not.',
    line: VERIFY_RAW_BYTES,
  },
  'byte-order-mark': {
    what: 'The body begins with a byte order mark.',
    line: 'Read and write the body as UTF-8 without a byte order mark, as bytes.',
  },
  encoding: {
    what: 'The body was decoded as Latin-1 or Windows-1252: ł has become Å‚.',
    line: 'Decode the body as UTF-8, or verify its bytes before you decode them.',
  },
  html: {
    what: 'Characters were replaced for HTML, such as &quot; for a quotation mark.',
    line: 'Do not clean the body before it is verified: no htmlspecialchars, no filter of the input.',
  },
  'url-encoded': { what: 'The body was handled as a form and is URL-encoded.', line: VERIFY_RAW_BYTES },
  logged: {
    what: 'The text is a JSON string that contains the body. Its quotation marks are escaped.',
    line: 'Verify the body itself, before it is encoded for the log or the queue.',
  },
  trimmed: {
    what: 'White space at an end of {at} was cut off.',
    line: 'Turn off what trims the input for this route, such as TrimStrings in Laravel, or verify the raw body.',
  },
  changed: { what: 'A value was changed: {at} was sent as “{sent}” and is “{pasted}” now.', line: VERIFY_RAW_BYTES },
  'left-out': {
    what: 'A value is missing: {at} was sent as “{sent}”.',
    line: `Sign over all values of the body, also those that you do not use. ${VERIFY_RAW_BYTES}`,
  },
  added: {
    what: 'A value was added: {at} was not sent.',
    line: `Sign over the values of the body and nothing else: no parameters of the address. ${VERIFY_RAW_BYTES}`,
  },
  unexplained: {
    what: 'None of the service’s keys has signed this notification, and no known change explains the difference.',
    line: 'Check that the service is the right one and that the body is whole. Then have the notification sent again and paste the raw body.',
  },
  'signature-removed': {
    what: 'The body has no member signature any more, so its bytes are not those that the headers sign.',
    line: 'Take signature out of a copy of the body, and verify the headers with the raw bytes.',
  },
  'signature-case': {
    what: 'The signature in the body was written in capitals.',
    line: 'Compare lowercase hex, and leave the body as it is.',
  },
  'signature-changed': {
    what: 'The body is unchanged, but no key of the service has made its signature.',
    line: 'Keep signature as it was received, all 64 characters. If it was received like this, the sender was not the gateway: respond 400.',
  },
  'header-left-out': {
    what: 'The header {at} is missing.',
    line: "Let your proxy or web server pass all three headers on. In PHP they are $_SERVER['HTTP_WEBHOOK_ID'] and so on.",
  },
  'header-id': {
    what: 'webhook-id is {pasted}, and {sent} is signed.',
    line: 'Take webhook-id from the header, not your own id or that of the transaction.',
  },
  'header-milliseconds': {
    what: 'webhook-timestamp is in milliseconds, and seconds are signed.',
    line: 'Use the text of webhook-timestamp as it was received: do not parse it to a date and print it again.',
  },
  'header-time': {
    what: 'webhook-timestamp is {pasted}, and {sent} is signed.',
    line: 'Use the text of webhook-timestamp as it was received. Each attempt has its own: do not mix headers of two attempts.',
  },
  'header-signature': {
    what: 'The body is correct, but webhook-signature does not match it.',
    line: 'Take the whole webhook-signature as it was received: one or more of v1, and Base64 with spaces between them. Do not decode its plus signs as spaces.',
  },
  'computed-right': {
    what: 'Your program computes a correct signature.',
    line: 'Compare it with the whole signature: in the body as lowercase hex, in the header with each entry after its v1,.',
  },
  'computed-numbers': {
    what: 'Your program prints numbers in another form, such as 5 or 5.0 for 5.00.',
    line: 'Keep the digits of the body when you decode it, or have amounts written in their shortest form for the service.',
  },
  'computed-order': {
    what: 'Your program sorts the values by their names.',
    line: 'Remove the sorting (ksort, sort_keys=True): values are signed in the order of the body.',
  },
  'computed-absent': {
    what: 'Your program leaves an empty place for values that are absent.',
    line: 'Join only the values that are in the body.',
  },
  'computed-itself': {
    what: 'Your program signs over the signature, too.',
    line: 'Take signature out of the values before you join them.',
  },
  'computed-without-key': { what: 'Your program leaves the key out.', line: 'Append | and the service’s key before you hash.' },
  'computed-bar': {
    what: 'There is no | between your values, or none before the key.',
    line: "Join the values and the key with |: [...values, key].join('|').",
  },
  'computed-key-first': { what: 'Your program puts the key first.', line: 'Put the key last: values, |, key.' },
  'computed-hmac': {
    what: 'Your program uses an HMAC for the signature in the body.',
    line: 'It is a plain SHA-256 of the values and the key: sha256(values + "|" + key).',
  },
  'computed-json': {
    what: 'Your program hashes the JSON.',
    line: 'Hash the values alone, joined by |. Or verify the headers, which do sign the JSON.',
  },
  'computed-wrong-key': {
    what: 'Your program uses the other key of the service.',
    line: 'The key that begins with whsec_ is for the headers, the other one for the signature in the body.',
  },
  'computed-form': {
    what: 'Your program computes the correct signature, but in another encoding.',
    line: 'In the body it is lowercase hex, in the header Base64.',
  },
  'computed-key-text': {
    what: 'Your program uses the text of the key for the HMAC.',
    line: 'Decode the text after whsec_ from Base64, and use the bytes.',
  },
  'computed-body-alone': {
    what: 'Your program does not sign over webhook-id, webhook-timestamp and the body, with dots between them.',
    line: 'Sign `${id}.${timestamp}.${body}`.',
  },
  'computed-reencoded': { what: 'Your program decodes the body and writes it again before it computes.', line: VERIFY_RAW_BYTES },
  'computed-unknown': {
    what: 'Your program computes another signature, and no known mistake explains it.',
    line: 'Start with an unchanged recipe for verifying, and adapt it step by step.',
  },
};

/** Longer values are cut to this number of characters. */
const MAX_VALUE_LENGTH = 200;

/** Fills the placeholders of a fault's text. @param formatTime formats a moment for the reader. */
export function formatFinding({ what, line }: FaultText, finding: Finding, formatTime: (moment: Date) => string): FaultText {
  const { at = '', sent = '', pasted = '', moment, minutes } = finding;
  const shorten = (text: string): string => (text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text).toWellFormed();
  const values: Readonly<Record<string, string>> = {
    at: shorten(at),
    sent: shorten(sent),
    pasted: shorten(pasted),
    moment: moment ? formatTime(moment) : '',
    minutes: minutes === undefined ? '' : String(minutes),
  };
  const fill = (text: string): string => text.replace(/\{(at|sent|pasted|moment|minutes)\}/g, (_, name: string) => values[name] ?? '');
  return { what: fill(what), line: fill(line) };
}

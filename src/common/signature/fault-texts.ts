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
    what: 'It is signed, and nothing was changed on its way.',
    line: 'Nothing is to be changed. If your program refuses it, paste what your program computes, too.',
  },
  'old-key': {
    what: 'It is signed with the older of the service’s keys, which is valid until {moment}.',
    line: 'Let your program accept a signature by either key until that time, and take the older one away only then.',
  },
  clock: {
    what: 'Your server received it {minutes} minutes away from the time at which it was sent.',
    line: 'Set your server’s clock by NTP, and compare webhook-timestamp with seconds since 1970 in UTC, not with local time.',
  },
  empty: {
    what: 'There is no body.',
    line: 'Paste the body as your program received it, from { to }. If it was empty there, something before your program has read it: read it once.',
  },
  'too-long': { what: 'That is longer than any notification.', line: 'Paste one notification: its body and its three headers.' },
  'not-json': { what: 'That is no JSON.', line: `Log the text of the body and not what a framework made of it. ${VERIFY_RAW_BYTES}` },
  'cut-off': { what: 'The body ends in the middle.', line: 'Read the body to its end, and store it in a field that is long enough.' },
  'not-an-object': {
    what: 'That is JSON, but not the object that a notification is.',
    line: 'Paste the body from its first { to its last }.',
  },
  'no-signature': {
    what: 'There is no signature: the body has no member signature, and the headers webhook-id, webhook-timestamp and webhook-signature are missing.',
    line: 'Paste the three headers with the body, and let your proxy pass them on.',
  },
  'no-key': {
    what: 'The key that it may be signed with is not known here.',
    line: 'Name the service that it was sent for. A key that was replaced long ago is deleted.',
  },
  numbers: {
    what: 'A program has read the numbers and printed them again: {at} was sent as {sent} and is {pasted} now.',
    line: 'Keep the digits of numbers: json.loads(body, parse_float=str, parse_int=str) in Python, a regular expression before JSON.parse in JavaScript. Or have amounts written in their shortest form for the service.',
  },
  quoted: { what: 'A number has become a text: {at} was sent as {sent} and is {pasted} now.', line: VERIFY_RAW_BYTES },
  null: {
    what: 'Members that were not sent stand there as null.',
    line: 'Leave absent members out: the signed text has no place for them. Verify before the body is put into a class.',
  },
  emptied: {
    what: 'An empty text has become null: {at}.',
    line: 'Turn off what converts empty texts to null for this route, such as ConvertEmptyStringsToNull in Laravel.',
  },
  order: {
    what: 'The members stand in another order than they were sent in.',
    line: 'Do not sort. Take the values in the order in which they stand in the body, and keep that order when you decode it.',
  },
  whitespace: {
    what: 'The body was written anew: there is white space between its values, and it was sent without. The signature in the body does not mind, that in the headers does.',
    line: VERIFY_RAW_BYTES,
  },
  escapes: {
    what: 'The body was written anew: characters are escaped otherwise than they were sent, such as \\/ for / or \\u0142 for ł. The signature in the body does not mind, that in the headers does.',
    line: VERIFY_RAW_BYTES,
  },
  'byte-order-mark': {
    what: 'A byte order mark stands before the body.',
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
  'url-encoded': { what: 'The body was taken for a form and is encoded as one.', line: VERIFY_RAW_BYTES },
  logged: {
    what: 'This is a JSON text that holds the body: its quotation marks are escaped.',
    line: 'Verify the body itself, before it is encoded for the log or the queue.',
  },
  trimmed: {
    what: 'White space at an end of {at} was cut off.',
    line: 'Turn off what trims the input for this route, such as TrimStrings in Laravel, or verify the raw body.',
  },
  changed: { what: 'A value is another than was sent: {at} was “{sent}” and is “{pasted}” now.', line: VERIFY_RAW_BYTES },
  'left-out': {
    what: 'A value is missing: {at} was sent as “{sent}”.',
    line: `Sign over all values of the body, also those that you do not use. ${VERIFY_RAW_BYTES}`,
  },
  added: {
    what: 'A value was added: {at} was not sent.',
    line: `Sign over the values of the body and nothing else: no parameters of the address. ${VERIFY_RAW_BYTES}`,
  },
  unexplained: {
    what: 'None of the service’s keys has signed this, and no change that is known here explains it.',
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
    what: 'The body is the one that was sent, but its signature is not: no key of the service makes it.',
    line: 'Leave signature as it came, all 64 characters. If it did come like this, the sender was not the gateway: answer 400.',
  },
  'header-left-out': {
    what: 'The header {at} is missing.',
    line: "Let your proxy or web server pass all three headers on; in PHP they are $_SERVER['HTTP_WEBHOOK_ID'] and so on.",
  },
  'header-id': {
    what: 'webhook-id is {pasted}, and {sent} is signed.',
    line: 'Take webhook-id from the header, not an id of your own or of the transaction.',
  },
  'header-milliseconds': {
    what: 'webhook-timestamp is in milliseconds, and seconds are signed.',
    line: 'Use the text of webhook-timestamp as it came: do not parse it to a date and print it again.',
  },
  'header-time': {
    what: 'webhook-timestamp is {pasted}, and {sent} is signed.',
    line: 'Use the text of webhook-timestamp as it came. Each attempt has its own: do not mix headers of two attempts.',
  },
  'header-signature': {
    what: 'The body is right, but webhook-signature does not fit it.',
    line: 'Take webhook-signature as it came, all of it: one or more of v1, and Base64 with spaces between them. Do not decode its plus signs as spaces.',
  },
  'computed-right': {
    what: 'Your program computes a right signature.',
    line: 'Compare it with the whole signature: in the body as lowercase hex, in the header with each entry after its v1,.',
  },
  'computed-numbers': {
    what: 'Your program prints numbers otherwise than they are written, such as 5 or 5.0 for 5.00.',
    line: 'Keep the digits of the body when you decode it, or have amounts written in their shortest form for the service.',
  },
  'computed-order': {
    what: 'Your program sorts the values by their names.',
    line: 'Remove the sorting (ksort, sort_keys=True): values are signed in the order of the body.',
  },
  'computed-absent': {
    what: 'Your program leaves an empty place for values that are absent.',
    line: 'Join only the values that stand in the body.',
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
    what: 'Your program takes an HMAC for the signature in the body.',
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
    what: 'Your program computes the right signature and writes it otherwise.',
    line: 'In the body it is lowercase hex, in the header Base64.',
  },
  'computed-key-text': {
    what: 'Your program uses the text of the key for the HMAC.',
    line: 'Decode what stands after whsec_ from Base64, and use the bytes.',
  },
  'computed-body-alone': {
    what: 'Your program does not sign over webhook-id, webhook-timestamp and the body, with dots between them.',
    line: 'Sign `${id}.${timestamp}.${body}`.',
  },
  'computed-reencoded': { what: 'Your program decodes the body and writes it again before it computes.', line: VERIFY_RAW_BYTES },
  'computed-unknown': {
    what: 'What your program computes is none of the mistakes that are known here.',
    line: 'Take one of the recipes for verifying as it stands, and change it from there.',
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

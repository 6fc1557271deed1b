import { type RepairedBody, repairsOf } from './body-repairs.js';
import { findComputationMistake } from './computed-digests.js';
import type { Diagnosis, DiagnosisKey, DiagnosisContext, Fault, Finding, Pasted, SentBody, SignatureVerdict } from './diagnosis.js';
import { digestOfBytes, digestOfText, isSameDigest } from './digests.js';
import { type BodyMembers, leavesOf, formatLeaf, readMembers, signedTextOf, withoutSignature, stringifyBody } from './notification-body.js';
import { readSigningHeaders, type SigningHeaders, splitRequest, TEXT_REPAIRS, findJsonFault } from './pasted-text.js';

/** In UTF-16 units, and longer than any notification. A longer text is not examined. */
export const MAX_PASTED_LENGTH = 256 * 1024;
/** Maximum number of possible originals that are tried, because each costs two digests for every key. */
const MAX_REPAIRS = 4_000;
/** Maximum number of similar sent notifications whose order of members is tried. */
const MAX_SIMILAR = 8;
/** The difference of clocks that Standard Webhooks libraries accept. */
const MAX_CLOCK_DIFFERENCE_MINUTES = 5;

/** Evidence that a body is the original: keys whose signatures fit, or a sent notification that is equal. Null: no such evidence. */
interface Match {
  bodyKey: DiagnosisKey | null;
  headerKey: DiagnosisKey | null;
  sent: SentBody | null;
}
/** A body that was pasted or repaired, with its faults and the evidence for it. */
interface Original extends RepairedBody, Match {
  /** The text of the body, whose bytes the headers sign. */
  text: string;
}

/**
 * Verifies a pasted notification: which key signed the values, and in which order. If no signature fits, finds the change between the gateway and
 * the partner's program. To find the change, known changes are undone until a signature fits or the body equals a sent notification. Never throws,
 * whatever was pasted.
 */
export function examine(pasted: Pasted, context: DiagnosisContext): Diagnosis {
  const { body, headers: headerText } = splitRequest(pasted.body, pasted.headers ?? '');
  if (body.length > MAX_PASTED_LENGTH || headerText.length > MAX_PASTED_LENGTH) return diagnosisOf('too-long');
  const headers = readSigningHeaders(headerText);
  if (body === '') return diagnosisOf('empty');
  const readings = readingsOf(body);
  const [reading] = readings;
  if (!reading) return diagnosisOf(findJsonFault(body));
  return new Examination({ ...pasted, body }, headers, context).run(readings, reading);
}

const diagnosisOf = (fault: Fault): Diagnosis => ({
  body: 'missing',
  header: 'missing',
  findings: [{ fault }],
  signedBy: [],
  order: [],
  signedText: null,
  id: null,
  sentAt: null,
});

/** A text that could be parsed, and the changes of the whole text that were undone before. */
interface Reading {
  text: string;
  members: BodyMembers;
  faults: readonly Fault[];
}

/** The pasted body, then its possible originals before a program changed the whole text. */
function readingsOf(body: string): Reading[] {
  const texts: { text: string; faults: readonly Fault[] }[] = [{ text: body, faults: [] }];
  for (const { fault, undo } of TEXT_REPAIRS)
    for (const { text, faults } of [...texts]) {
      const repaired = undo(text);
      if (repaired !== null) texts.push({ text: repaired.trim(), faults: [...faults, fault] });
    }
  return texts.flatMap(({ text, faults }) => {
    const members = readMembers(text);
    return members ? [{ text, members, faults }] : [];
  });
}

class Examination {
  private readonly bodyKeys: readonly DiagnosisKey[];
  private readonly headerKeys: readonly DiagnosisKey[];
  private readonly sentByBody: ReadonlyMap<string, SentBody>;

  constructor(
    private readonly pasted: Pasted,
    private readonly headers: SigningHeaders,
    private readonly context: DiagnosisContext,
  ) {
    this.bodyKeys = context.keys.filter(({ purpose }) => purpose === 'ipn');
    this.headerKeys = context.keys.filter(({ purpose }) => purpose === 'webhook');
    this.sentByBody = new Map(context.sent.map((notification) => [notification.body, notification]));
  }

  /** @param readings the pasted body, then its possible originals. @param asPasted the first of the readings. */
  run(readings: readonly Reading[], asPasted: Reading): Diagnosis {
    const original = this.findOriginal(readings);
    const examined = original ?? { ...asPasted, ...this.match(asPasted.members, asPasted.text) };
    const findings = [...(original ? this.findings(original) : this.findingsWithoutMatch(asPasted)), ...this.computationFindings(examined)];
    const [first = { fault: 'right' }, ...others] = findings;
    const verdicts = this.verdicts(asPasted);
    return {
      ...verdicts,
      findings: [first, ...others],
      signedBy: [examined.bodyKey, examined.headerKey].flatMap((key) => (key ? [withoutSecret(key)] : [])),
      order: leavesOf(withoutSignature(examined.members)).map(({ at }) => at),
      signedText: signedTextOf(asPasted.members),
      id: examined.sent?.id ?? (examined.headerKey ? this.headers.id : null),
      sentAt: examined.headerKey ? new Date(Number(this.headers.time) * 1000) : null,
    };
  }

  private verdicts({ members, text, faults }: Reading): Pick<Diagnosis, 'body' | 'header'> {
    const { bodyKey, headerKey } = faults.length > 0 ? { bodyKey: null, headerKey: null } : this.match(members, text);
    const verdictOf = (hasSignature: boolean, keys: readonly DiagnosisKey[], key: DiagnosisKey | null): SignatureVerdict =>
      !hasSignature ? 'missing' : keys.length === 0 ? 'no key' : key ? 'valid' : 'invalid';
    return {
      body: verdictOf(typeof members['signature'] === 'string', this.bodyKeys, bodyKey),
      header: verdictOf(this.headers.signatures.length > 0, this.headerKeys, headerKey),
    };
  }

  /**
   * Finds the original with the fewest changes. An original that fits all evidence is preferred, because the signature in the headers
   * covers every byte. Otherwise returns the first original that fits some evidence, or null when none does.
   */
  private findOriginal(readings: readonly Reading[]): Original | null {
    const candidates = this.similarNotifications(readings)
      .map(({ body }) => readMembers(body))
      .filter((members) => members !== null);
    let [triedCount, partialMatch]: [number, Original | null] = [0, null];
    for (const reading of readings)
      for (const { members, faults } of repairsOf(reading.members, candidates)) {
        if ((triedCount += 1) > MAX_REPAIRS) return partialMatch;
        const text = stringifyBody(members);
        const match = this.match(members, text);
        const original = { members, text, faults: [...reading.faults, ...faults, ...notationFaults(reading.text)], ...match };
        if (this.isCompleteMatch(original)) return original;
        if (!partialMatch && (match.bodyKey ?? match.sent ?? match.headerKey)) partialMatch = original;
      }
    return partialMatch;
  }

  /**
   * Whether the evidence for a body suffices to end the search: both signatures fit, or the available ones of the header signature and the
   * sent notification fit, and at least one piece of evidence does. The header signature is not available without pasted headers or without
   * keys, and the sent notification is not available when no notification is known.
   */
  private isCompleteMatch({ headerKey, sent, bodyKey }: Match): boolean {
    if (headerKey && bodyKey) return true;
    const fitsHeaders = headerKey !== null || this.headers.signatures.length === 0 || this.headerKeys.length === 0;
    const fitsSent = sent !== null || this.sentByBody.size === 0;
    return fitsHeaders && fitsSent && (headerKey ?? sent ?? bodyKey) !== null;
  }

  private match(members: BodyMembers, text: string): Match {
    const { signature } = members;
    const signedText = signedTextOf(members);
    const { id, time, signatures } = this.headers;
    return {
      bodyKey:
        typeof signature === 'string'
          ? (this.bodyKeys.find(({ secret }) => isSameDigest(signature, digestOfText(signedText, secret))) ?? null)
          : null,
      headerKey:
        this.headerKeys.find(({ secret }) =>
          signatures.some((entry) => isSameDigest(entry, `v1,${digestOfBytes(id, time, text, secret)}`)),
        ) ?? null,
      sent: this.sentByBody.get(stringifyBody(withoutSignature(members))) ?? null,
    };
  }

  private findings(original: Original): Finding[] {
    const { faults, text, members, sent, bodyKey, headerKey } = original;
    const findings: Finding[] = faults.map((fault) => ({ fault, ...this.changedValue(fault, original) }));
    // The repaired body has the sent values, so each further fault is in a signature, a header or a key.
    if (!isNonEmptyText(members['signature'])) findings.push({ fault: this.headers.isPresent ? 'signature-removed' : 'no-signature' });
    else if (!bodyKey && headerKey) findings.push({ fault: 'no-key' });
    else if (!bodyKey && this.bodyKeys.length > 0) findings.push(this.signatureFault(String(members['signature']), members));
    if (this.headers.isPresent && !headerKey && this.headerKeys.length > 0) findings.push(...this.headerFaults(text, sent, bodyKey));
    if (this.context.keys.length === 0) findings.push({ fault: 'no-key' });
    findings.push(...this.keyFindings(bodyKey ?? headerKey), ...this.clockFindings(headerKey));
    return findings;
  }

  /** The sent and the pasted text of the first value that differs, for faults whose text names a value. */
  private changedValue(fault: Fault, { members }: RepairedBody): Omit<Finding, 'fault'> {
    if (fault !== 'numbers' && fault !== 'quoted' && fault !== 'emptied') return {};
    const pasted = new Map(leavesOf(readMembers(this.pasted.body)).map(({ at, value }) => [at, stringifyBody(value)]));
    const changedLeaf = leavesOf(members).find(({ at, value }) => pasted.has(at) && pasted.get(at) !== stringifyBody(value));
    return changedLeaf ? { at: changedLeaf.at, sent: stringifyBody(changedLeaf.value), pasted: pasted.get(changedLeaf.at) ?? '' } : {};
  }

  private signatureFault(signature: string, members: BodyMembers): Finding {
    const expected = this.bodyKeys.map(({ secret }) => digestOfText(signedTextOf(members), secret));
    return { fault: expected.includes(signature.toLowerCase().trim()) ? 'signature-case' : 'signature-changed' };
  }

  private headerFaults(text: string, sent: SentBody | null, bodyKey: DiagnosisKey | null): Finding[] {
    const { id, time, signatures } = this.headers;
    const missingHeader = Object.entries({ 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures[0] ?? '' }).find(
      ([, value]) => value === '',
    );
    if (missingHeader) return [{ fault: 'header-left-out', at: missingHeader[0] }];
    const isSignedWith = (otherId: string, otherTime: string): boolean =>
      this.headerKeys.some(({ secret }) =>
        signatures.some((entry) => entry.replace(/^v1,/, '') === digestOfBytes(otherId, otherTime, text, secret)),
      );
    // Milliseconds since 1970 have 13 digits, seconds have 10.
    if (/^\d{13}$/.test(time) && isSignedWith(id, time.slice(0, 10))) return [{ fault: 'header-milliseconds' }];
    if (sent && sent.id !== id && isSignedWith(sent.id, time)) return [{ fault: 'header-id', sent: sent.id, pasted: id }];
    const sentAt = sent?.sentAt.find((at) => isSignedWith(id, unixSeconds(at)));
    if (sentAt) return [{ fault: 'header-time', sent: unixSeconds(sentAt), pasted: time }];
    // The headers also sign the signature in the body, so one change invalidates both signatures.
    if (!bodyKey && this.bodyKeys.length > 0) return [];
    return [{ fault: 'header-signature' }];
  }

  private keyFindings(key: DiagnosisKey | null): Finding[] {
    return key?.validUntil ? [{ fault: 'old-key', moment: key.validUntil }] : [];
  }

  /** Compares the clocks, but only when the time in the header is signed. */
  private clockFindings(headerKey: DiagnosisKey | null): Finding[] {
    const { receivedAt } = this.pasted;
    if (!headerKey || !receivedAt) return [];
    const minutes = Math.round((receivedAt.getTime() / 1000 - Number(this.headers.time)) / 60);
    return Math.abs(receivedAt.getTime() / 1000 - Number(this.headers.time)) <= MAX_CLOCK_DIFFERENCE_MINUTES * 60
      ? []
      : [{ fault: 'clock', minutes }];
  }

  /** No signature fits. The most similar sent notification shows the change. */
  private findingsWithoutMatch(reading: Reading): Finding[] {
    const { members } = reading;
    if (this.context.keys.length === 0) return [{ fault: 'no-key' }];
    const [mostSimilar] = this.similarNotifications([reading]);
    if (mostSimilar) return [firstDifference(members, readMembers(mostSimilar.body) ?? {})];
    if (!isNonEmptyText(members['signature']) && this.headers.signatures.length === 0) return [{ fault: 'no-signature' }];
    return [{ fault: 'unexplained' }];
  }

  /** Sent notifications that the pasted one may be: first those with the same id or signature, then those with the most equal values. */
  private similarNotifications(readings: readonly Reading[]): SentBody[] {
    const members = readings[0]?.members ?? {};
    const values = new Set(leavesOf(withoutSignature(members)).map(({ at, value }) => `${at} ${formatLeaf(value)}`));
    const { signature } = members;
    const similarityOf = ({ id, body }: SentBody): number => {
      const sentMembers = readMembers(body) ?? {};
      const leaves = leavesOf(sentMembers);
      const isSameIdOrSignature =
        id === this.headers.id || this.bodyKeys.some(({ secret }) => digestOfText(signedTextOf(sentMembers), secret) === signature);
      const equalCount = leaves.filter(({ at, value }) => values.has(`${at} ${formatLeaf(value)}`)).length;
      // A different notification of the same service also has one or two equal values, so more than half must be equal.
      return isSameIdOrSignature ? SAME_NOTIFICATION + equalCount : equalCount * 2 > leaves.length ? equalCount : 0;
    };
    const scored = this.context.sent.map((notification) => ({ notification, similarity: similarityOf(notification) }));
    return scored
      .filter(({ similarity }) => similarity > 0)
      .sort((first, second) => second.similarity - first.similarity)
      .slice(0, MAX_SIMILAR)
      .map(({ notification }) => notification);
  }

  private computationFindings({ members, text }: { members: BodyMembers; text: string }): Finding[] {
    const computed = this.pasted.computed?.trim() ?? '';
    if (computed === '' || this.context.keys.length === 0) return [];
    return [
      {
        fault:
          findComputationMistake(computed, { members, body: text, headers: this.headers, keys: this.context.keys }) ?? 'computed-unknown',
      },
    ];
  }
}

/** More than the number of values of any notification: the same id or signature outweighs equal values. */
const SAME_NOTIFICATION = 1_000;

const isNonEmptyText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const unixSeconds = (at: Date): string => String(Math.floor(at.getTime() / 1000));
const withoutSecret = ({ purpose, validFrom, validUntil }: DiagnosisKey) => ({ purpose, validFrom, validUntil });

/** Faults of a text that has the same values in a different notation. */
function notationFaults(text: string): Fault[] {
  const withoutStrings = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const hasEscapes = [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].some(([token]) => JSON.stringify(JSON.parse(token)) !== token);
  return [...(/\s/.test(withoutStrings) ? (['whitespace'] as const) : []), ...(hasEscapes ? (['escapes'] as const) : [])];
}

/** The first value that is missing, differs, or was added. */
function firstDifference(pastedMembers: BodyMembers, sentMembers: BodyMembers): Finding {
  const pasted = new Map(leavesOf(withoutSignature(pastedMembers)).map(({ at, value }) => [at, formatLeaf(value)]));
  const sent = new Map(leavesOf(sentMembers).map(({ at, value }) => [at, formatLeaf(value)]));
  for (const [at, value] of sent) {
    const pastedValue = pasted.get(at);
    if (pastedValue === undefined) return { fault: 'left-out', at, sent: value };
    if (pastedValue !== value) return { fault: pastedValue === value.trim() ? 'trimmed' : 'changed', at, sent: value, pasted: pastedValue };
  }
  const [added] = [...pasted].filter(([at]) => !sent.has(at));
  return added ? { fault: 'added', at: added[0], pasted: added[1] } : { fault: 'unexplained' };
}

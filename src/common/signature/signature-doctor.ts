import { type RepairedBody, repairsOf } from './body-repairs.js';
import { mistakeIn } from './computed-digests.js';
import type { Diagnosis, DoctorKey, DiagnosisContext, Fault, Finding, Pasted, SentBody, SignatureVerdict } from './diagnosis.js';
import { digestOfBytes, digestOfText, isSameDigest } from './digests.js';
import { type BodyMembers, leavesOf, printed, readMembers, signedTextOf, withoutSignature, written } from './notification-body.js';
import { readSigningHeaders, type SigningHeaders, splitRequest, TEXT_REPAIRS, unreadable } from './pasted-text.js';

/** Longer than any notification. */
export const MAX_BODY_BYTES = 256 * 1024;
const MAX_REPAIRS = 4_000;
/** Maximum number of similar sent notifications that are compared. */
const MAX_LIKE = 8;
const FRESH_MINUTES = 5;

/** Evidence that a body is the original: keys whose signatures fit, or an equal sent notification. */
interface Match {
  bodyKey: DoctorKey | null;
  headerKey: DoctorKey | null;
  sent: SentBody | null;
}
interface Original extends RepairedBody, Match {
  /** The bytes that the headers sign. */
  text: string;
}

/**
 * Verifies a pasted notification: which key signed the values, and in which order. If no signature fits, finds the change between the gateway and
 * the partner's program. To find the change, known changes are undone until a signature fits or the body equals a sent notification. Never throws,
 * whatever was pasted.
 */
export function examine(pasted: Pasted, context: DiagnosisContext): Diagnosis {
  const { body, headers: typed } = splitRequest(pasted.body, pasted.headers ?? '');
  if (body.length > MAX_BODY_BYTES || typed.length > MAX_BODY_BYTES) return diagnosisOf('too-long');
  const headers = readSigningHeaders(typed);
  if (body === '') return diagnosisOf('empty');
  const readings = readingsOf(body);
  const [reading] = readings;
  if (!reading) return diagnosisOf(unreadable(body));
  return new Examination({ ...pasted, body }, headers, context).of(readings, reading);
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
      const undone = undo(text);
      if (undone !== null) texts.push({ text: undone.trim(), faults: [...faults, fault] });
    }
  return texts.flatMap(({ text, faults }) => {
    const members = readMembers(text);
    return members ? [{ text, members, faults }] : [];
  });
}

class Examination {
  private readonly bodyKeys: readonly DoctorKey[];
  private readonly headerKeys: readonly DoctorKey[];
  private readonly sent: ReadonlyMap<string, SentBody>;

  constructor(
    private readonly pasted: Pasted,
    private readonly headers: SigningHeaders,
    private readonly context: DiagnosisContext,
  ) {
    this.bodyKeys = context.keys.filter(({ purpose }) => purpose === 'ipn');
    this.headerKeys = context.keys.filter(({ purpose }) => purpose === 'webhook');
    this.sent = new Map(context.sent.map((each) => [each.body, each]));
  }

  of(readings: readonly Reading[], asPasted: Reading): Diagnosis {
    const original = this.findOriginal(readings);
    const best = original ?? { ...asPasted, ...this.match(asPasted.members, asPasted.text) };
    const findings = [...(original ? this.findings(original) : this.findingsWithoutMatch(asPasted)), ...this.computationFindings(best)];
    const [first = { fault: 'right' }, ...others] = findings;
    const verdicts = this.verdicts(asPasted);
    return {
      ...verdicts,
      findings: [first, ...others],
      signedBy: [best.bodyKey, best.headerKey].flatMap((key) => (key ? [withoutSecret(key)] : [])),
      order: leavesOf(withoutSignature(best.members)).map(({ at }) => at),
      signedText: signedTextOf(asPasted.members),
      id: best.sent?.id ?? (best.headerKey ? this.headers.id : null),
      sentAt: best.headerKey ? new Date(Number(this.headers.time) * 1000) : null,
    };
  }

  /** The verdicts on the two signatures of the pasted text. */
  private verdicts({ members, text, faults }: Reading): Pick<Diagnosis, 'body' | 'header'> {
    const { bodyKey, headerKey } = faults.length > 0 ? { bodyKey: null, headerKey: null } : this.match(members, text);
    const verdictOf = (hasSignature: boolean, keys: readonly DoctorKey[], key: DoctorKey | null): SignatureVerdict =>
      !hasSignature ? 'missing' : keys.length === 0 ? 'no key' : key ? 'valid' : 'invalid';
    return {
      body: verdictOf(typeof members['signature'] === 'string', this.bodyKeys, bodyKey),
      header: verdictOf(this.headers.signatures.length > 0, this.headerKeys, headerKey),
    };
  }

  /** Finds the original with the fewest changes. An original that fits all evidence is preferred: the signature in the headers covers every byte. */
  private findOriginal(readings: readonly Reading[]): Original | null {
    const likes = this.similarNotifications(readings)
      .map(({ body }) => readMembers(body))
      .filter((members) => members !== null);
    let [tried, best]: [number, Original | null] = [0, null];
    for (const reading of readings)
      for (const { members, faults } of repairsOf(reading.members, likes)) {
        if ((tried += 1) > MAX_REPAIRS) return best;
        const text = written(members);
        const match = this.match(members, text);
        const found = { members, text, faults: [...reading.faults, ...faults, ...formOf(reading.text)], ...match };
        if (this.isCompleteMatch(found)) return found;
        if (!best && (match.bodyKey ?? match.sent ?? match.headerKey)) best = found;
      }
    return best;
  }

  /** Whether all available evidence fits a body. */
  private isCompleteMatch({ headerKey, sent, bodyKey }: Match): boolean {
    if (headerKey && bodyKey) return true;
    const isHeaderRight = headerKey !== null || this.headers.signatures.length === 0 || this.headerKeys.length === 0;
    const isSent = sent !== null || this.sent.size === 0;
    return isHeaderRight && isSent && (headerKey ?? sent ?? bodyKey) !== null;
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
          signatures.some((signed) => isSameDigest(signed, `v1,${digestOfBytes(id, time, text, secret)}`)),
        ) ?? null,
      sent: this.sent.get(written(withoutSignature(members))) ?? null,
    };
  }

  private findings(original: Original): Finding[] {
    const { faults, text, members, sent, bodyKey, headerKey } = original;
    const found: Finding[] = faults.map((fault) => ({ fault, ...this.changedValue(fault, original) }));
    // The body has the sent values, so the fault is in a signature or in a header.
    if (!isPresent(members['signature'])) found.push({ fault: this.headers.isGiven ? 'signature-removed' : 'no-signature' });
    else if (!bodyKey && headerKey) found.push({ fault: 'no-key' });
    else if (!bodyKey && this.bodyKeys.length > 0) found.push(this.signatureFault(String(members['signature']), members));
    if (this.headers.isGiven && !headerKey && this.headerKeys.length > 0) found.push(...this.headerFaults(text, sent, bodyKey));
    if (this.context.keys.length === 0) found.push({ fault: 'no-key' });
    found.push(...this.keyFindings(bodyKey ?? headerKey), ...this.clockFindings(headerKey));
    return found;
  }

  /** The sent and the pasted text of the first value that differs. */
  private changedValue(fault: Fault, { members }: RepairedBody): Omit<Finding, 'fault'> {
    if (fault !== 'numbers' && fault !== 'quoted' && fault !== 'emptied') return {};
    const pasted = new Map(leavesOf(readMembers(this.pasted.body)).map(({ at, value }) => [at, written(value)]));
    const other = leavesOf(members).find(({ at, value }) => pasted.has(at) && pasted.get(at) !== written(value));
    return other ? { at: other.at, sent: written(other.value), pasted: pasted.get(other.at) ?? '' } : {};
  }

  private signatureFault(signature: string, members: BodyMembers): Finding {
    const right = this.bodyKeys.map(({ secret }) => digestOfText(signedTextOf(members), secret));
    return { fault: right.includes(signature.toLowerCase().trim()) ? 'signature-case' : 'signature-changed' };
  }

  private headerFaults(text: string, sent: SentBody | null, bodyKey: DoctorKey | null): Finding[] {
    const { id, time, signatures } = this.headers;
    const missing = Object.entries({ 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures[0] ?? '' }).find(
      ([, value]) => value === '',
    );
    if (missing) return [{ fault: 'header-left-out', at: missing[0] }];
    const fits = (otherId: string, otherTime: string): boolean =>
      this.headerKeys.some(({ secret }) =>
        signatures.some((signed) => signed.replace(/^v1,/, '') === digestOfBytes(otherId, otherTime, text, secret)),
      );
    if (/^\d{13}$/.test(time) && fits(id, time.slice(0, 10))) return [{ fault: 'header-milliseconds' }];
    if (sent && sent.id !== id && fits(sent.id, time)) return [{ fault: 'header-id', sent: sent.id, pasted: id }];
    const sentAt = sent?.sentAt.find((at) => fits(id, seconds(at)));
    if (sentAt) return [{ fault: 'header-time', sent: seconds(sentAt), pasted: time }];
    // The headers also sign the signature in the body, so one change invalidates both signatures.
    if (!bodyKey && this.bodyKeys.length > 0) return [];
    return [{ fault: 'header-signature' }];
  }

  private keyFindings(key: DoctorKey | null): Finding[] {
    return key?.validUntil ? [{ fault: 'old-key', moment: key.validUntil }] : [];
  }

  /** Compares the clocks, but only when the time in the header is signed. */
  private clockFindings(headerKey: DoctorKey | null): Finding[] {
    const { receivedAt } = this.pasted;
    if (!headerKey || !receivedAt) return [];
    const minutes = Math.round((receivedAt.getTime() / 1000 - Number(this.headers.time)) / 60);
    return Math.abs(receivedAt.getTime() / 1000 - Number(this.headers.time)) <= FRESH_MINUTES * 60 ? [] : [{ fault: 'clock', minutes }];
  }

  /** No signature fits. The most similar sent notification shows the change. */
  private findingsWithoutMatch(reading: Reading): Finding[] {
    const { members } = reading;
    if (this.context.keys.length === 0) return [{ fault: 'no-key' }];
    const [like] = this.similarNotifications([reading]);
    if (like) return [differenceBetween(members, readMembers(like.body) ?? {})];
    if (!isPresent(members['signature']) && this.headers.signatures.length === 0) return [{ fault: 'no-signature' }];
    return [{ fault: 'unexplained' }];
  }

  /** Sent notifications that the pasted one may be: first those with the same id or signature, then those with the most equal values. */
  private similarNotifications(readings: readonly Reading[]): SentBody[] {
    const members = readings[0]?.members ?? {};
    const values = new Set(leavesOf(withoutSignature(members)).map(({ at, value }) => `${at} ${printed(value)}`));
    const { signature } = members;
    const likenessOf = ({ id, body }: SentBody): number => {
      const like = readMembers(body) ?? {};
      const leaves = leavesOf(like);
      const isNamed = id === this.headers.id || this.bodyKeys.some(({ secret }) => digestOfText(signedTextOf(like), secret) === signature);
      const common = leaves.filter(({ at, value }) => values.has(`${at} ${printed(value)}`)).length;
      // A different notification of the same service also has one or two equal values, so more than half must be equal.
      return isNamed ? 1_000 + common : common * 2 > leaves.length ? common : 0;
    };
    const scored = this.context.sent.map((each) => ({ each, likeness: likenessOf(each) }));
    return scored
      .filter(({ likeness }) => likeness > 0)
      .sort((one, other) => other.likeness - one.likeness)
      .slice(0, MAX_LIKE)
      .map(({ each }) => each);
  }

  private computationFindings({ members, text }: { members: BodyMembers; text: string }): Finding[] {
    const computed = this.pasted.computed?.trim() ?? '';
    if (computed === '' || this.context.keys.length === 0) return [];
    return [{ fault: mistakeIn(computed, { members, body: text, headers: this.headers, keys: this.context.keys }) ?? 'computed-unknown' }];
  }
}

const isPresent = (signature: unknown): boolean => typeof signature === 'string' && signature !== '';
const seconds = (at: Date): string => String(Math.floor(at.getTime() / 1000));
const withoutSecret = ({ purpose, validFrom, validUntil }: DoctorKey) => ({ purpose, validFrom, validUntil });

/** Faults of a text that has the same values in a different notation. */
function formOf(text: string): Fault[] {
  const withoutStrings = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const hasEscapes = [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].some(([token]) => JSON.stringify(JSON.parse(token)) !== token);
  return [...(/\s/.test(withoutStrings) ? (['whitespace'] as const) : []), ...(hasEscapes ? (['escapes'] as const) : [])];
}

/** The first value that is missing, differs, or was added. */
function differenceBetween(members: BodyMembers, like: BodyMembers): Finding {
  const pasted = new Map(leavesOf(withoutSignature(members)).map(({ at, value }) => [at, printed(value)]));
  const sent = new Map(leavesOf(like).map(({ at, value }) => [at, printed(value)]));
  for (const [at, value] of sent) {
    const now = pasted.get(at);
    if (now === undefined) return { fault: 'left-out', at, sent: value };
    if (now !== value) return { fault: now === value.trim() ? 'trimmed' : 'changed', at, sent: value, pasted: now };
  }
  const [added] = [...pasted].filter(([at]) => !sent.has(at));
  return added ? { fault: 'added', at: added[0], pasted: added[1] } : { fault: 'unexplained' };
}

import { type RepairedBody, repairsOf } from './body-repairs.js';
import { mistakeIn } from './computed-digests.js';
import type { Diagnosis, DoctorKey, DiagnosisContext, Fault, Finding, Pasted, SentBody, SignatureVerdict } from './diagnosis.js';
import { digestOfBytes, digestOfText, isSameDigest } from './digests.js';
import { type BodyMembers, leavesOf, printed, readMembers, signedTextOf, withoutSignature, written } from './notification-body.js';
import { readSigningHeaders, type SigningHeaders, splitRequest, TEXT_REPAIRS, unreadable } from './pasted-text.js';

/** More than any notification has. */
export const MAX_BODY_BYTES = 256 * 1024;
const MAX_REPAIRS = 4_000;
/** Of notifications that it may be, so many are compared. */
const MAX_LIKE = 8;
const FRESH_MINUTES = 5;

/** What shows that a body is the one that was sent. */
interface Proof {
  bodyKey: DoctorKey | null;
  headerKey: DoctorKey | null;
  sent: SentBody | null;
}
interface Explained extends RepairedBody, Proof {
  /** The bytes that the headers sign. */
  text: string;
}

/**
 * Says of a notification whether it is signed, by which key and in which order, and if not, what happened to it on its way into the partner's program.
 * It undoes one change after the other until a signature fits or the body is one that was sent. Nothing that is pasted makes it fail.
 */
export function examine(pasted: Pasted, knows: DiagnosisContext): Diagnosis {
  const { body, headers: typed } = splitRequest(pasted.body, pasted.headers ?? '');
  if (body.length > MAX_BODY_BYTES || typed.length > MAX_BODY_BYTES) return nothingRead('too-long');
  const headers = readSigningHeaders(typed);
  if (body === '') return nothingRead('empty');
  const readings = readingsOf(body);
  const [reading] = readings;
  if (!reading) return nothingRead(unreadable(body));
  return new Examination({ ...pasted, body }, headers, knows).of(readings, reading);
}

const nothingRead = (fault: Fault): Diagnosis => ({
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

/** The body as it stands, then as it may have been before a program wrote it otherwise. */
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
    private readonly knows: DiagnosisContext,
  ) {
    this.bodyKeys = knows.keys.filter(({ purpose }) => purpose === 'ipn');
    this.headerKeys = knows.keys.filter(({ purpose }) => purpose === 'webhook');
    this.sent = new Map(knows.sent.map((each) => [each.body, each]));
  }

  of(readings: readonly Reading[], asPasted: Reading): Diagnosis {
    const explained = this.explain(readings);
    const best = explained ?? { ...asPasted, ...this.proof(asPasted.members, asPasted.text) };
    const findings = [...(explained ? this.findings(explained) : this.unexplained(asPasted)), ...this.ofComputed(best)];
    const [first = { fault: 'right' }, ...others] = findings;
    const verdicts = this.verdicts(asPasted);
    return {
      ...verdicts,
      findings: [first, ...others],
      signedBy: [best.bodyKey, best.headerKey].flatMap((key) => (key ? [seen(key)] : [])),
      order: leavesOf(withoutSignature(best.members)).map(({ at }) => at),
      signedText: signedTextOf(asPasted.members),
      id: best.sent?.id ?? (best.headerKey ? this.headers.id : null),
      sentAt: best.headerKey ? new Date(Number(this.headers.time) * 1000) : null,
    };
  }

  /** The two signatures over what was pasted. */
  private verdicts({ members, text, faults }: Reading): Pick<Diagnosis, 'body' | 'header'> {
    const { bodyKey, headerKey } = faults.length > 0 ? { bodyKey: null, headerKey: null } : this.proof(members, text);
    const verdict = (isGiven: boolean, keys: readonly DoctorKey[], key: DoctorKey | null): SignatureVerdict =>
      !isGiven ? 'missing' : keys.length === 0 ? 'no key' : key ? 'valid' : 'invalid';
    return {
      body: verdict(typeof members['signature'] === 'string', this.bodyKeys, bodyKey),
      header: verdict(this.headers.signatures.length > 0, this.headerKeys, headerKey),
    };
  }

  /** The first body, by the number of changes, that something proves. With headers their signature is looked for first: it covers every byte. */
  private explain(readings: readonly Reading[]): Explained | null {
    const likes = this.likely(readings)
      .map(({ body }) => readMembers(body))
      .filter((members) => members !== null);
    let [tried, best]: [number, Explained | null] = [0, null];
    for (const reading of readings)
      for (const { members, faults } of repairsOf(reading.members, likes)) {
        if ((tried += 1) > MAX_REPAIRS) return best;
        const text = written(members);
        const proof = this.proof(members, text);
        const found = { members, text, faults: [...reading.faults, ...faults, ...formOf(reading.text)], ...proof };
        if (this.isWhole(found)) return found;
        if (!best && (proof.bodyKey ?? proof.sent ?? proof.headerKey)) best = found;
      }
    return best;
  }

  /** Whether nothing more can be asked of a body: all that is known of it fits. */
  private isWhole({ headerKey, sent, bodyKey }: Proof): boolean {
    if (headerKey && bodyKey) return true;
    const isHeaderRight = headerKey !== null || this.headers.signatures.length === 0 || this.headerKeys.length === 0;
    const isSent = sent !== null || this.sent.size === 0;
    return isHeaderRight && isSent && (headerKey ?? sent ?? bodyKey) !== null;
  }

  private proof(members: BodyMembers, text: string): Proof {
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
          signatures.some((given) => isSameDigest(given, `v1,${digestOfBytes(id, time, text, secret)}`)),
        ) ?? null,
      sent: this.sent.get(written(withoutSignature(members))) ?? null,
    };
  }

  private findings(explained: Explained): Finding[] {
    const { faults, text, members, sent, bodyKey, headerKey } = explained;
    const found: Finding[] = faults.map((fault) => ({ fault, ...this.shown(fault, explained) }));
    // The body is the one that was sent, or differs only in how it is written. So what does not fit is a signature, or a header.
    if (!isGiven(members['signature'])) found.push({ fault: this.headers.isGiven ? 'signature-removed' : 'no-signature' });
    else if (!bodyKey && headerKey) found.push({ fault: 'no-key' });
    else if (!bodyKey && this.bodyKeys.length > 0) found.push(this.wrongSignature(String(members['signature']), members));
    if (this.headers.isGiven && !headerKey && this.headerKeys.length > 0) found.push(...this.wrongHeader(text, sent, bodyKey));
    if (this.knows.keys.length === 0) found.push({ fault: 'no-key' });
    found.push(...this.ofKey(bodyKey ?? headerKey), ...this.ofClock(headerKey));
    return found;
  }

  /** Numbers and texts as they were, for the first place that differs. */
  private shown(fault: Fault, { members }: RepairedBody): Omit<Finding, 'fault'> {
    if (fault !== 'numbers' && fault !== 'quoted' && fault !== 'emptied') return {};
    const pasted = new Map(leavesOf(readMembers(this.pasted.body)).map(({ at, value }) => [at, written(value)]));
    const other = leavesOf(members).find(({ at, value }) => pasted.has(at) && pasted.get(at) !== written(value));
    return other ? { at: other.at, sent: written(other.value), pasted: pasted.get(other.at) ?? '' } : {};
  }

  private wrongSignature(signature: string, members: BodyMembers): Finding {
    const right = this.bodyKeys.map(({ secret }) => digestOfText(signedTextOf(members), secret));
    return { fault: right.includes(signature.toLowerCase().trim()) ? 'signature-case' : 'signature-changed' };
  }

  private wrongHeader(text: string, sent: SentBody | null, bodyKey: DoctorKey | null): Finding[] {
    const { id, time, signatures } = this.headers;
    const missing = Object.entries({ 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures[0] ?? '' }).find(
      ([, value]) => value === '',
    );
    if (missing) return [{ fault: 'header-left-out', at: missing[0] }];
    const fits = (otherId: string, otherTime: string): boolean =>
      this.headerKeys.some(({ secret }) =>
        signatures.some((given) => given.replace(/^v1,/, '') === digestOfBytes(otherId, otherTime, text, secret)),
      );
    if (/^\d{13}$/.test(time) && fits(id, time.slice(0, 10))) return [{ fault: 'header-milliseconds' }];
    if (sent && sent.id !== id && fits(sent.id, time)) return [{ fault: 'header-id', sent: sent.id, pasted: id }];
    const sentAt = sent?.sentAt.find((at) => fits(id, seconds(at)));
    if (sentAt) return [{ fault: 'header-time', sent: seconds(sentAt), pasted: time }];
    // The headers sign the signature in the body as well: one change spoils both.
    if (!bodyKey && this.bodyKeys.length > 0) return [];
    return [{ fault: 'header-signature' }];
  }

  private ofKey(key: DoctorKey | null): Finding[] {
    return key?.validUntil ? [{ fault: 'old-key', moment: key.validUntil }] : [];
  }

  /** Only a time that is signed says something. */
  private ofClock(headerKey: DoctorKey | null): Finding[] {
    const { receivedAt } = this.pasted;
    if (!headerKey || !receivedAt) return [];
    const minutes = Math.round((receivedAt.getTime() / 1000 - Number(this.headers.time)) / 60);
    return Math.abs(receivedAt.getTime() / 1000 - Number(this.headers.time)) <= FRESH_MINUTES * 60 ? [] : [{ fault: 'clock', minutes }];
  }

  /** Nothing fits. What the most similar notification had tells what was changed. */
  private unexplained(reading: Reading): Finding[] {
    const { members } = reading;
    if (this.knows.keys.length === 0) return [{ fault: 'no-key' }];
    const [like] = this.likely([reading]);
    if (like) return [difference(members, readMembers(like.body) ?? {})];
    if (!isGiven(members['signature']) && this.headers.signatures.length === 0) return [{ fault: 'no-signature' }];
    return [{ fault: 'unexplained' }];
  }

  /** By what names them, then by how much they have in common. */
  private likely(readings: readonly Reading[]): SentBody[] {
    const members = readings[0]?.members ?? {};
    const values = new Set(leavesOf(withoutSignature(members)).map(({ at, value }) => `${at} ${printed(value)}`));
    const { signature } = members;
    const likenessOf = ({ id, body }: SentBody): number => {
      const like = readMembers(body) ?? {};
      const leaves = leavesOf(like);
      const isNamed = id === this.headers.id || this.bodyKeys.some(({ secret }) => digestOfText(signedTextOf(like), secret) === signature);
      const common = leaves.filter(({ at, value }) => values.has(`${at} ${printed(value)}`)).length;
      // Another notification of the service has a value or two in common with it.
      return isNamed ? 1_000 + common : common * 2 > leaves.length ? common : 0;
    };
    const scored = this.knows.sent.map((each) => ({ each, likeness: likenessOf(each) }));
    return scored
      .filter(({ likeness }) => likeness > 0)
      .sort((one, other) => other.likeness - one.likeness)
      .slice(0, MAX_LIKE)
      .map(({ each }) => each);
  }

  private ofComputed({ members, text }: { members: BodyMembers; text: string }): Finding[] {
    const computed = this.pasted.computed?.trim() ?? '';
    if (computed === '' || this.knows.keys.length === 0) return [];
    return [{ fault: mistakeIn(computed, { members, body: text, headers: this.headers, keys: this.knows.keys }) ?? 'computed-unknown' }];
  }
}

const isGiven = (signature: unknown): boolean => typeof signature === 'string' && signature !== '';
const seconds = (at: Date): string => String(Math.floor(at.getTime() / 1000));
const seen = ({ purpose, validFrom, validUntil }: DoctorKey) => ({ purpose, validFrom, validUntil });

/** How a text with the same values was written otherwise. */
function formOf(text: string): Fault[] {
  const withoutStrings = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const hasEscapes = [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].some(([token]) => JSON.stringify(JSON.parse(token)) !== token);
  return [...(/\s/.test(withoutStrings) ? (['whitespace'] as const) : []), ...(hasEscapes ? (['escapes'] as const) : [])];
}

/** The first value that was sent and is not there any more, is another, or was not sent. */
function difference(members: BodyMembers, like: BodyMembers): Finding {
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

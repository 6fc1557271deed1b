import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Flags of the authenticator data in WebAuthn. */
const USER_PRESENT_AND_VERIFIED = 0b101;
const HAS_CREDENTIAL = 0b1000000;

/** Encodes small maps, strings, bytes and integers as CBOR. The attestation contains no other types. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, each]) => [cbor(key), cbor(each)])]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}

const base64url = (bytes: Buffer): string => bytes.toString('base64url');

/** A passkey device in software: ES256, no attestation, with a signature counter. */
export class Authenticator {
  private readonly id = randomBytes(16);
  private readonly key: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;

  constructor(private readonly origin: string) {}

  /** The value that a browser posts to create a passkey. @param options the page's `data-options`. */
  create(options: { challenge: string }): string {
    const { x = '', y = '' } = this.key.publicKey.export({ format: 'jwk' });
    const [left, right] = [x, y].map((coordinate) => Buffer.from(coordinate, 'base64url'));
    // the public key in COSE format: key type EC2, algorithm ES256, curve P-256, x and y
    const cose = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, left],
        [-3, right],
      ]),
    );
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cose]);
    const authData = this.authData(USER_PRESENT_AND_VERIFIED | HAS_CREDENTIAL, credential);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.credentialJson({
      clientDataJSON: base64url(this.clientData('webauthn.create', options.challenge)),
      attestationObject: base64url(cbor(attestation)),
      transports: ['internal'],
    });
  }

  /** The value that a browser posts to sign in. */
  get(options: { challenge: string }): string {
    this.counter += 1;
    const authData = this.authData(USER_PRESENT_AND_VERIFIED, Buffer.alloc(0));
    const clientData = this.clientData('webauthn.get', options.challenge);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return this.credentialJson({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', signed, this.key.privateKey)),
    });
  }

  private credentialJson(response: object): string {
    const id = base64url(this.id);
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  private authData(flags: number, rest: Buffer): Buffer {
    const [rp, counter] = [createHash('sha256').update(new URL(this.origin).hostname).digest(), Buffer.alloc(4)];
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([rp, Buffer.from([flags]), counter, rest]);
  }
}

/** The options in a page for its passkey script. */
export function passkeyOptionsOn(page: string): { challenge: string } {
  const [, text = ''] = /data-options="([^"]+)"/.exec(page) ?? [];
  return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as { challenge: string };
}

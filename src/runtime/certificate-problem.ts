/** What Node says of a certificate that it does not believe, or of a server that speaks no TLS at all. */
const MEANING: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for other names than the one it is called by',
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is signed by nobody but itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'comes from an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'comes from an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'comes from an authority that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes from an authority that is not trusted',
  CERT_SIGNATURE_FAILURE: 'comes from an authority that is not trusted',
};

/**
 * Time does not mend these, unlike a server that is away.
 * @returns what is wrong with the certificate, to stand behind its name; null when the error is about something else.
 */
export function certificateProblem(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  const meaning = MEANING[String(code)];
  return meaning === undefined ? certificateProblem(cause) : `${meaning} (${String(message)})`;
}

/** What Node's error codes for rejected certificates mean. */
const MEANING: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'is not valid for the name by which it is called',
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'comes from an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'comes from an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'comes from an authority that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes from an authority that is not trusted',
  CERT_SIGNATURE_FAILURE: 'comes from an authority that is not trusted',
};

/**
 * Finds the certificate problem that caused an error. A retry does not help against such a problem, unlike against an unreachable server.
 * @returns the problem, as the end of a sentence about the certificate. Null when the error has another cause.
 */
export function certificateProblem(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  const meaning = MEANING[String(code)];
  return meaning === undefined ? certificateProblem(cause) : `${meaning} (${String(message)})`;
}

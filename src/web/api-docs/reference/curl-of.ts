interface Call {
  url: string;
  method: string;
  authenticated: boolean;
  body?: unknown;
  idempotent: boolean;
}

/** A curl command for a shell in which `$TOKEN` holds the partner's token. */
export function curlOf({ url, method, authenticated, body, idempotent }: Call): string {
  // A URL with characters that the shell would interpret is quoted.
  const lines = [`curl -s ${/[?&'$[\]]/.test(url) ? `'${url}'` : url}`];
  // curl sends GET by default, and POST when there is a body.
  if (method !== (body === undefined ? 'GET' : 'POST')) lines.push(`-X ${method}`);
  if (authenticated) lines.push('-H "Authorization: Bearer $TOKEN"');
  if (body !== undefined) lines.push("-H 'Content-Type: application/json'");
  if (idempotent) lines.push('-H "Idempotency-Key: $(uuidgen)"');
  if (body !== undefined) lines.push(`-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`);
  return lines.join(' \\\n  ');
}

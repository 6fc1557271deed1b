/** More than any honest receiver sends before its response. */
const MOST = 8;

class InterimResponsesError extends Error {
  readonly code = 'TOO_MANY_INTERIM_RESPONSES';
}

/** For `onInfo` of one request: a receiver that floods it with 1xx responses would keep this process busy until the request times out. */
export function limitInterimResponses(): () => void {
  let seen = 0;
  return () => {
    seen += 1;
    if (seen > MOST) throw new InterimResponsesError(`more than ${MOST} interim responses`);
  };
}

/** More than any well-behaved receiver sends before its response. */
const MAX_INTERIM_RESPONSES = 8;

class InterimResponsesError extends Error {
  readonly code = 'TOO_MANY_INTERIM_RESPONSES';
}

/**
 * Makes the `onInfo` handler of one request. Without a limit, a flood of 1xx responses would keep this process busy until the request times
 * out.
 */
export function limitInterimResponses(): () => void {
  let received = 0;
  return () => {
    received += 1;
    if (received > MAX_INTERIM_RESPONSES) throw new InterimResponsesError(`more than ${MAX_INTERIM_RESPONSES} interim responses`);
  };
}

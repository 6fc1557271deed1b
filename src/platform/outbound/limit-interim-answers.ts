/** More than any receiver has reason to send before its answer. */
const MOST = 8;

class InterimAnswersError extends Error {
  readonly code = 'TOO_MANY_INTERIM_ANSWERS';
}

/** For `onInfo` of one request: a receiver that floods it with 1xx answers would keep this process busy until the request times out. */
export function limitInterimAnswers(): () => void {
  let seen = 0;
  return () => {
    seen += 1;
    if (seen > MOST) throw new InterimAnswersError(`more than ${MOST} interim answers`);
  };
}

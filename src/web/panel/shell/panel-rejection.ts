/**
 * Why a page is not shown or a form is rejected.
 * - `sign-in`: there is no session
 * - `prove`: the person must confirm the identity again
 * - `forbidden`: the person lacks the ability
 * - `foreign-form`: another website sent the form
 * - `missing`: there is no such object, or the person may not see it
 * - `gone`: the link of an invitation or of the demo is not valid any more
 * - `wrong-day`: a day of a filter is no date
 * - `wrong-choice`: the product or status of a filter does not exist
 * - `unreadable`: the form has a value that the panel's own page cannot send
 */
export type RejectionKind =
  'sign-in' | 'prove' | 'forbidden' | 'foreign-form' | 'missing' | 'gone' | 'wrong-day' | 'wrong-choice' | 'unreadable';

export const STATUS_OF_REJECTION = {
  'sign-in': 401,
  prove: 403,
  forbidden: 403,
  'foreign-form': 403,
  missing: 404,
  gone: 410,
  'wrong-day': 422,
  'wrong-choice': 422,
  unreadable: 422,
} as const satisfies Record<RejectionKind, number>;

/** `PanelErrorFilter` turns this error into a page that says what to do. */
export class PanelRejection extends Error {
  constructor(readonly kind: RejectionKind) {
    super(kind);
    this.name = 'PanelRejection';
  }
}

/** Why a page is not shown or a form is rejected. */
export type RejectionKind = 'sign-in' | 'prove' | 'forbidden' | 'foreign-form' | 'missing' | 'gone' | 'unreadable';

export const STATUS_OF_REJECTION = {
  'sign-in': 401,
  prove: 403,
  forbidden: 403,
  'foreign-form': 403,
  missing: 404,
  gone: 410,
  unreadable: 422,
} as const satisfies Record<RejectionKind, number>;

/** `PanelErrorFilter` turns this error into a page that says what to do. */
export class PanelRejection extends Error {
  constructor(readonly kind: RejectionKind) {
    super(kind);
    this.name = 'PanelRejection';
  }
}

export const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** A problem that the user can solve. The message says what to do, and no stack trace is printed. */
export class UserError extends Error {
  constructor(
    message: string,
    readonly exitCode: number = EXIT.failed,
  ) {
    super(message);
    this.name = 'UserError';
  }

  /** The command was called in a way that can never work. */
  static usage(message: string): UserError {
    return new UserError(message, EXIT.usage);
  }
}

/** `isTTY` is set for a terminal, not for a file or a pipe. */
type CliStream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

/** The streams, the environment and the signal that the command line takes from its process. */
export interface CliIo {
  /** Only the result of the command. */
  stdout: CliStream;
  /** Progress, remarks, errors and logs. */
  stderr: CliStream;
  env: NodeJS.ProcessEnv;
  /** Input of the user. In a script it is absent or not a terminal. */
  stdin?: NodeJS.ReadableStream & { isTTY?: boolean };
  /** Aborted when the user interrupts the command. */
  signal?: AbortSignal;
}

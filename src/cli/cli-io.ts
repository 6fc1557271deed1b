/** `isTTY` is set for a terminal, not for a file or a pipe. */
type CliStream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

/** Everything the command line takes from the process it runs in. */
export interface CliIo {
  /** The answer and nothing else. */
  stdout: CliStream;
  /** Progress, remarks, problems and logs. */
  stderr: CliStream;
  env: NodeJS.ProcessEnv;
  /** Where the user answers; absent, or not a terminal, in a script. */
  stdin?: NodeJS.ReadableStream & { isTTY?: boolean };
  /** Aborted when the user wants to stop. */
  signal?: AbortSignal;
}

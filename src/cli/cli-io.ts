/** What a command may write to; a terminal is told from a file or a pipe by `isTTY`. */
type CliStream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

/** Everything the command line takes from the process it runs in. */
export interface CliIo {
  /** The answer and nothing else. */
  stdout: CliStream;
  /** Progress, remarks, problems and logs. */
  stderr: CliStream;
  env: NodeJS.ProcessEnv;
  /** Aborted when the user wants to stop. */
  signal?: AbortSignal;
}

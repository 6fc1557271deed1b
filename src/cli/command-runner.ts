import { once } from 'node:events';
import type { Command } from 'commander';
import type { CliIo } from './cli-io.js';
import type { Answer, StreamedAnswer } from './output/answer.js';
import type { Session } from './session.js';
import { EXIT } from './user-error.js';

/** One command's work: its arguments as they were parsed, then its options. */
export type Operation<A extends unknown[]> = (session: Session, ...args: A) => Promise<Answer | StreamedAnswer>;

/** Runs a command's operation and prints its answer in the form that was asked for. */
export class CommandRunner {
  exitCode: number = EXIT.ok;

  constructor(
    private readonly io: CliIo,
    private readonly session: Session,
  ) {}

  action<A extends unknown[]>(operation: Operation<A>): (...args: [...A, Command]) => Promise<void> {
    return async (...args) => {
      const command = args.at(-1) as Command;
      const answer = await operation(this.session, ...(args.slice(0, -1) as A));
      this.session.throwIfInterrupted();
      if ('chunks' in answer) return this.write(answer);
      const text = command.optsWithGlobals<{ json?: boolean }>().json ? JSON.stringify(answer.json, null, 2) : answer.text;
      this.io.stdout.write(`${text}\n`);
      if (answer.remark) this.io.stderr.write(`${answer.remark}\n`);
      this.exitCode = answer.exitCode ?? EXIT.ok;
    };
  }

  private async write({ chunks, exitCode }: StreamedAnswer): Promise<void> {
    for await (const chunk of chunks) {
      this.session.throwIfInterrupted();
      if (!this.io.stdout.write(chunk)) await once(this.io.stdout, 'drain');
    }
    this.exitCode = exitCode?.() ?? EXIT.ok;
  }
}

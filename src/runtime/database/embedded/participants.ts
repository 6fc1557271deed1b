import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chownToFolderOwner, readJsonFile, writeAtomically } from './files.js';
import { codeOf } from '../../../common/errors/error-shape.js';
import { EmbeddedPostgresError } from './errors.js';
import { identifyThisProcess, isAlive, ProcessIdentity } from './process-identity.js';

/**
 * - `gateway`: the gateway itself. Only one gateway may use a cluster
 * - `guest`: a command, which shares a running server or starts a server for its own duration
 */
export type ParticipantRole = 'gateway' | 'guest';

export interface Participant extends ProcessIdentity {
  role: ParticipantRole;
}

/**
 * The processes that use a cluster. The server keeps running after its gateway was killed, and commands share it, so no process may simply
 * stop it. Each process registers with a file in this folder, and the last process that unregisters stops the server.
 */
export class Participants {
  private readonly directory: string;

  constructor(home: string) {
    this.directory = join(home, 'participants');
  }

  /**
   * Registers this process. @returns the path of the registration. @throws EmbeddedPostgresError when a gateway already runs on this
   * cluster
   */
  async join(role: ParticipantRole): Promise<string> {
    const running = (await this.alive()).find((participant) => participant.role === 'gateway');
    if (role === 'gateway' && running) {
      throw new EmbeddedPostgresError(
        `The gateway is already running as pid ${running.pid}: stop it, or set DATA_DIR to another folder for a second one.`,
      );
    }
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    await chownToFolderOwner(this.directory);
    const file = join(this.directory, `${process.pid}-${randomUUID()}.json`);
    await writeAtomically(file, JSON.stringify({ ...(await identifyThisProcess()), role } satisfies Participant));
    return file;
  }

  async leave(registration: string): Promise<void> {
    await rm(registration, { force: true });
  }

  /** The participants whose process is alive. Removes the files of the others. */
  async alive(): Promise<Participant[]> {
    const names = await readdir(this.directory).catch(emptyWhenMissing);
    const living: Participant[] = [];
    for (const name of names) {
      const file = join(this.directory, name);
      const participant = await readJsonFile<Participant>(file);
      if (participant && (await isAlive(participant))) living.push(participant);
      else await rm(file, { force: true });
    }
    return living;
  }
}

/** Other failures must not look like an empty list, because then the server of a running gateway would be stopped. */
function emptyWhenMissing(error: unknown): string[] {
  if (codeOf(error) === 'ENOENT') return [];
  throw error;
}

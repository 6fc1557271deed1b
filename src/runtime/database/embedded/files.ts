import { randomUUID } from 'node:crypto';
import { access, chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file so that a crash leaves either the old content or the new content. */
export async function writeAtomically(file: string, content: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  await writeFile(temporary, content, { mode: 0o600, flush: true });
  await chownToFolderOwner(temporary);
  await rename(temporary, file);
}

/** When root has started the gateway in an ordinary user's clone, that user must still be able to use the files. */
export async function chownToFolderOwner(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  if (uid !== 0) await chown(path, uid, gid);
}

/** Undefined when the file is missing or is not JSON. */
export async function readJsonFile<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

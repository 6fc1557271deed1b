import { readFileSync } from 'node:fs';

export const fileVariableOf = (name: string): string => `${name}_FILE`;

/**
 * Reads a secret from its variable or from the file that `<name>_FILE` names. Such files are systemd's credentials and the secrets of
 * containers. Unlike a variable, a file is not inherited by child processes.
 * @returns undefined when neither variable is set, or when the file cannot be read. An unreadable file is added to the problems.
 */
export function readSecret(name: string, env: NodeJS.ProcessEnv, problems: string[]): string | undefined {
  const [value, fileVariable] = [env[name]?.trim() || undefined, fileVariableOf(name)];
  const file = env[fileVariable]?.trim();
  if (!file) return value;
  if (value !== undefined) problems.push(`Only one of ${name} and ${fileVariable} may be set.`);
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text === '') problems.push(`${fileVariable} names an empty file.`);
    return text;
  } catch (error) {
    problems.push(`${fileVariable} names a file that cannot be read: ${(error as Error).message}.`);
    return undefined;
  }
}

import { readFileSync } from 'node:fs';

export const fileVariableOf = (name: string): string => `${name}_FILE`;

/**
 * Reads a secret from its variable or from the file that `<name>_FILE` names. Such files are systemd's credentials and the secrets of containers.
 * Unlike a variable, a file is not inherited by child processes.
 * @returns undefined when neither variable is set, or when the file cannot be read. An unreadable file is added to the problems.
 */
export function readSecret(name: string, env: NodeJS.ProcessEnv, problems: string[]): string | undefined {
  const [value, variable] = [env[name]?.trim() || undefined, fileVariableOf(name)];
  const file = env[variable]?.trim();
  if (!file) return value;
  if (value !== undefined) problems.push(`Only one of ${name} and ${variable} may be set.`);
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text === '') problems.push(`${variable} names an empty file.`);
    return text;
  } catch (error) {
    problems.push(`${variable} names a file that cannot be read: ${(error as Error).message}.`);
    return undefined;
  }
}

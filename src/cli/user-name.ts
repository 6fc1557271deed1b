import { userInfo } from 'node:os';

/** The name of the operating system's user. In a container the user may have only a number. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? ''}`.trim();
  }
}

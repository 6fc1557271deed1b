import { userInfo } from 'node:os';

/** The user of the operating system. In a container it may have a number and no name. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? ''}`.trim();
  }
}

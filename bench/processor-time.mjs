// Processor time as the Linux kernel counts it. Unlike requests per second it hardly depends on other work of the machine.
import { readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10; // USER_HZ is 100 on every architecture Node runs on

function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = (index) => Number(fields[index]);
    return { parent: Number(fields[1]), own: ticks(11) + ticks(12), ended: ticks(13) + ticks(14) };
  } catch {
    return undefined; // the process has ended, or this is not Linux
  }
}

/** Milliseconds of processor time that a process has used. */
export const processMs = (pid) => (stat(pid)?.own ?? NaN) * TICK_MS;

/** Milliseconds of processor time of a process, its children and its ended children, such as PostgreSQL with its backends. */
export function familyMs(pid) {
  const head = stat(pid);
  if (!head) return NaN;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => stat(name))
    .filter((child) => child?.parent === pid);
  return (head.own + head.ended + children.reduce((sum, child) => sum + child.own, 0)) * TICK_MS;
}

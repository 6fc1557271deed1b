import { DateTime } from 'luxon';
import { LRUCache } from 'lru-cache';

/** Offsets of a time zone only change on a quarter of an hour, so one offset is computed for each quarter and cached. */
const QUARTER_MS = 900_000;
const MINUTE_MS = 60_000;
interface Offset {
  minutes: number;
  text: string;
}

/** Cached because lists print many timestamps. */
const offsets = new LRUCache<string, Offset>({ max: 4_096 });

/** `2026-11-21T13:05:09+01:00` in the display time zone. */
export function formatTimestamp(at: Date, zone: string): string {
  const { minutes, text } = offsetOf(at, zone);
  // The last five characters are the milliseconds and the Z.
  return new Date(at.getTime() + minutes * MINUTE_MS).toISOString().slice(0, -5) + text;
}

/** The rows of a list are close in time, so most rows have the offset of the row before. */
let last = { zone: '', quarter: NaN, offset: { minutes: 0, text: '' } };

function offsetOf(at: Date, zone: string): Offset {
  const quarter = Math.floor(at.getTime() / QUARTER_MS);
  if (last.zone !== zone || last.quarter !== quarter) last = { zone, quarter, offset: offsetOfQuarter(at, zone, quarter) };
  return last.offset;
}

function offsetOfQuarter(at: Date, zone: string, quarter: number): Offset {
  const key = `${zone} ${quarter}`;
  const cached = offsets.get(key);
  if (cached) return cached;
  const local = DateTime.fromJSDate(at, { zone });
  const offset = { minutes: local.offset, text: local.toFormat('ZZ') };
  offsets.set(key, offset);
  return offset;
}

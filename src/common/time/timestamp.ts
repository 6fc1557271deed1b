import { DateTime } from 'luxon';
import { LRUCache } from 'lru-cache';

/** Offsets of a zone only change on a quarter of an hour, so one is worked out for each and remembered. */
const QUARTER_MS = 900_000;
const MINUTE_MS = 60_000;
interface Offset {
  minutes: number;
  text: string;
}

const offsets = new LRUCache<string, Offset>({ max: 4_096 });

/** `2026-11-21T13:05:09+01:00` in the display time zone. Lists print many, hence the remembered offsets. */
export function formatTimestamp(at: Date, zone: string): string {
  const { minutes, text } = offsetOf(at, zone);
  return new Date(at.getTime() + minutes * MINUTE_MS).toISOString().slice(0, -5) + text;
}

/** The rows of a list lie close together: most have the offset of the one before. */
let last = { zone: '', quarter: NaN, offset: { minutes: 0, text: '' } };

function offsetOf(at: Date, zone: string): Offset {
  const quarter = Math.floor(at.getTime() / QUARTER_MS);
  if (last.zone !== zone || last.quarter !== quarter) last = { zone, quarter, offset: offsetOfQuarter(at, zone, quarter) };
  return last.offset;
}

function offsetOfQuarter(at: Date, zone: string, quarter: number): Offset {
  const key = `${zone} ${quarter}`;
  const known = offsets.get(key);
  if (known) return known;
  const local = DateTime.fromJSDate(at, { zone });
  const offset = { minutes: local.offset, text: local.toFormat('ZZ') };
  offsets.set(key, offset);
  return offset;
}

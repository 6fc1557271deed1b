/**
 * The lock for rows that will be changed. Unlike `pessimistic_write` (FOR UPDATE) it lets other transactions insert rows that refer to this one
 * by a foreign key, which would otherwise wait and could deadlock. Only code that deletes rows locks them FOR UPDATE.
 */
export const ROW_LOCK = { mode: 'for_no_key_update' } as const;

/**
 * The lock for rows that will be changed. Unlike `pessimistic_write` (FOR UPDATE), this lock lets other transactions insert rows that refer
 * to the locked row by a foreign key. With FOR UPDATE such inserts would wait and could deadlock. Only code that deletes rows locks them
 * FOR UPDATE.
 */
export const ROW_LOCK = { mode: 'for_no_key_update' } as const;

/**
 * How a row is locked that will be changed. A row that another one refers to (a payment, whose alias is being changed) can still be looked up
 * by the database for that reference, which `pessimistic_write` (FOR UPDATE) would keep waiting: two transactions that each hold the row the
 * other one wants are ended by the database. Only who deletes rows locks them FOR UPDATE.
 */
export const ROW_LOCK = { mode: 'for_no_key_update' } as const;

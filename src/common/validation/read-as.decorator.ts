import { FieldNotes } from './field-notes.js';

/** Turns a text into its normal form; the other fields of its object may matter. */
type Reader = (text: string, siblings: Readonly<Record<string, unknown>>) => string;

export const readers = new FieldNotes<Reader>();

/** A field whose text has several spellings: it is validated, stored and shown in the form that `read` returns. */
export const ReadAs = (read: Reader): PropertyDecorator => readers.noting(read);

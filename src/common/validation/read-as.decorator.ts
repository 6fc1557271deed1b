import { FieldNotes } from './field-notes.js';

/** What a text means; the object that it was given in may have a say. */
type Reader = (text: string, siblings: Readonly<Record<string, unknown>>) => string;

export const readers = new FieldNotes<Reader>();

/** A field whose text may be written in several ways: it is judged, kept and shown in the one that `read` makes of it. */
export const ReadAs = (read: Reader): PropertyDecorator => readers.noting(read);

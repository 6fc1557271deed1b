import { FieldMetadata } from './field-metadata.js';

/** Turns a text into its normal form; the other fields of its object may matter. */
type Reader = (text: string, siblings: Readonly<Record<string, unknown>>) => string;

export const normalizers = new FieldMetadata<Reader>();

/** A field whose text has several spellings: it is validated, stored and shown in the form that `read` returns. */
export const Normalize = (read: Reader): PropertyDecorator => normalizers.noting(read);

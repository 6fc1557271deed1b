import { FieldMetadata } from './field-metadata.js';

/** Converts a text to its normal form. `siblings` are the other fields of the same object. */
type Normalizer = (text: string, siblings: Readonly<Record<string, unknown>>) => string;

export const normalizers = new FieldMetadata<Normalizer>();

/** A field whose text has several spellings. The text is validated, stored and shown in the form that `normalize` returns. */
export const Normalize = (normalize: Normalizer): PropertyDecorator => normalizers.decorate(normalize);

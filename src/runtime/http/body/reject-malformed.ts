import { isUtf8 } from 'node:buffer';
import { DomainError, type FieldErrors } from '../../../common/errors/domain-error.js';
import { malformedField, malformedTexts } from '../../../common/validation/well-formed.js';
import { formBytes, nameAndValue } from './form-bytes.js';

/** @throws DomainError VALIDATION_ERROR on each text of the value that is not well-formed */
export function rejectMalformedTexts(value: unknown): void {
  throwIfAny(malformedTexts(value));
}

/**
 * Checks a form's bytes, because decoding would silently replace bytes that are not UTF-8.
 * @param form the form's bytes as latin1
 * @throws DomainError VALIDATION_ERROR on each field whose name or value is not UTF-8 or contains NUL
 */
export function rejectMalformedForm(form: string): void {
  const fields = form.split('&').map((field) => nameAndValue(field).map(formBytes) as [name: Buffer, value: Buffer]);
  const malformed = fields.filter((parts) => !parts.every((part) => isUtf8(part) && !part.includes(0)));
  throwIfAny(Object.fromEntries(malformed.map(([name]) => malformedField(name.toString('utf8')))));
}

function throwIfAny(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new DomainError('VALIDATION_ERROR', { errors });
}

import { ERRORS, isErrorCode } from '../../common/errors/error-codes.js';
import { isJson, type Json } from '../json.js';

/** Whether the body is an error of the gateway. */
export const isError = (body: Json): boolean => body['success'] === false && typeof body['errorCode'] === 'string';

/** Adds to an error a message, the fields with errors (possibly none), and the error code under a second name, `code`. */
export function describeError(body: Json): Json {
  const code = String(body['errorCode']);
  const { errors } = body;
  return { ...body, message: body['message'] ?? firstMessage(errors) ?? descriptionOf(code), errors: errors ?? {}, code };
}

function firstMessage(errors: unknown): unknown {
  const [first] = isJson(errors) ? Object.values(errors) : [];
  return Array.isArray(first) ? (first as unknown[])[0] : undefined;
}

function descriptionOf(code: string): string {
  return isErrorCode(code) ? ERRORS[code].description.replaceAll('`', '') : 'The request was refused.';
}

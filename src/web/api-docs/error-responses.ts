import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';
import { DomainError } from '../../common/errors/domain-error.js';
import { type ErrorCode, ERRORS } from '../../common/errors/error-codes.js';
import { errorBody } from '../../common/api/error-body.js';
import {
  AlternativesErrorResponse,
  ErrorResponse,
  InternalErrorResponse,
  MessageErrorResponse,
  ValidationErrorResponse,
} from '../../common/api/error-response.js';
import { headersOf } from './response-headers.js';

/** Errors that all operations can have. */
const COMMON_ERRORS: ErrorCode[] = ['TOO_MANY_REQUESTS', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];

const SHAPE_OF_STATUS: Partial<Record<number, Type>> = {
  400: MessageErrorResponse,
  409: MessageErrorResponse,
  422: ValidationErrorResponse,
  500: InternalErrorResponse,
};
export const ERROR_SHAPES = [
  ErrorResponse,
  MessageErrorResponse,
  AlternativesErrorResponse,
  ValidationErrorResponse,
  InternalErrorResponse,
];

/** Collects the error responses that operations share. All operations with the same status and codes refer to the same response. */
export class ErrorResponses {
  readonly shared: Record<string, object> = {};

  /**
   * The references to the error responses of one operation, by status.
   * @param replayable whether the operation accepts an `Idempotency-Key`
   */
  referencesFor(codes: ErrorCode[], replayable: boolean): Record<string, { $ref: string }> {
    const allCodes = [...new Set([...codes, ...COMMON_ERRORS])].sort();
    const codesWith = (status: number): ErrorCode[] => allCodes.filter((code) => ERRORS[code].status === status);
    return Object.fromEntries(
      allCodes.map((code) => ERRORS[code].status).map((status) => [status, this.addShared(status, codesWith(status), replayable)]),
    );
  }

  private addShared(status: number, codes: ErrorCode[], replayable: boolean): { $ref: string } {
    const headers = headersOf(status, replayable);
    const name = [...codes, ...('Idempotency-Replayed' in headers ? ['replayable'] : [])].join('.');
    this.shared[name] ??= {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].description}`).join('\n\n'),
      headers,
      content: {
        'application/json': {
          schema: { allOf: [{ $ref: getSchemaPath(shapeOf(status, codes)) }, { properties: { errorCode: { enum: codes } } }] },
          examples: Object.fromEntries(codes.map((code) => [code, { summary: ERRORS[code].description, value: exampleOf(code) }])),
        },
      },
    };
    return { $ref: `#/components/responses/${name}` };
  }
}

function shapeOf(status: number, codes: readonly ErrorCode[]): Type {
  return codes.includes('ALIAS_NOT_UNIQUE') ? AlternativesErrorResponse : (SHAPE_OF_STATUS[status] ?? ErrorResponse);
}

function exampleOf(code: ErrorCode): object {
  const message = ERRORS[code].description;
  if (code === 'VALIDATION_ERROR') return errorBody(new DomainError(code, { errors: { amount: ['The amount must be greater than 0.'] } }));
  if (code === 'INTERNAL_ERROR') return { ...errorBody(new DomainError(code)), errorId: '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30' };
  return errorBody(new DomainError(code, { message }));
}

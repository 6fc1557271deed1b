import { type ArgumentMetadata, Injectable, ValidationPipe } from '@nestjs/common';
import { DomainError, invalidField } from '../../common/errors/domain-error.js';
import { normalizeBody } from '../../common/validation/normalize-body.js';
import { isAcceptedEmptyArray } from '../../common/validation/empty-array.decorator.js';
import { fieldErrors } from '../../common/validation/field-errors.js';
import { fieldsOf, type RequestClass } from '../../common/validation/declared-fields.js';
import { pickDeclaredFields, isObject } from '../../common/validation/pick-declared-fields.js';
import { rejectLongLists } from '../../common/validation/reject-long-lists.js';
import { shortenInvalidLists } from '../../common/validation/shorten-invalid-lists.js';
import { buildValidRequest } from '../../common/validation/build-valid-request.js';
import { rejectMalformedTexts } from './body/reject-malformed.js';
import { noteIgnoredMembers } from './help/ignored-members.js';

/**
 * Converts bodies and queries to their classes, and rejects them with VALIDATION_ERROR when they break a rule. Undeclared members are
 * ignored, including keys of the prototype. Undeclared parameters with brackets in a query are rejected.
 */
@Injectable()
export class InputValidationPipe extends ValidationPipe {
  /** Classes of queries that are valid without parameters. Most queries have no parameters, so they skip the validation. */
  private readonly validWhenEmpty = new WeakSet<object>();

  constructor() {
    super({
      transform: true,
      stopAtFirstError: true,
      transformOptions: { excludeExtraneousValues: true, exposeUnsetFields: false },
      exceptionFactory: (errors) => new DomainError('VALIDATION_ERROR', { errors: fieldErrors(errors) }),
    });
  }

  override async transform(raw: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { metatype } = metadata;
    const isEmpty = metadata.type === 'query' && isRecord(raw) && Object.keys(raw).length === 0;
    if (isEmpty && metatype && this.validWhenEmpty.has(metatype)) return Reflect.construct(metatype, []);
    if (metadata.type === 'query') rejectMalformedTexts(raw);
    const value = metatype && isAcceptedEmptyArray(raw, metatype) ? {} : raw;
    if (metadata.type === 'body' && value !== undefined && !isObject(value)) {
      throw invalidField('body', 'The request body must be a JSON object.');
    }
    const requestClass = metatype && fieldsOf(metatype).size > 0 ? (metatype as RequestClass) : null;
    if (requestClass && metadata.type === 'body') {
      noteIgnoredMembers(raw, requestClass);
      rejectLongLists(value, requestClass);
    }
    const declared = requestClass ? pickDeclared(requestClass, value, metadata.type) : value;
    if (requestClass && metadata.type === 'body') {
      const accepted = buildValidRequest(requestClass, declared);
      if (accepted) return accepted;
      const shortened = shortenInvalidLists(requestClass, declared);
      if (shortened !== declared) await super.transform(shortened, metadata); // throws; if it did not, the whole body would decide below
    }
    const transformed: unknown = await super.transform(declared, metadata);
    if (metadata.type === 'query' && isRecord(raw) && isRecord(transformed)) rejectUnknownBrackets(raw, transformed);
    if (isEmpty && metatype && isRecord(transformed) && Object.keys(transformed).length === 0) this.validWhenEmpty.add(metatype);
    return transformed;
  }
}

/** Empty text in a query is not normalized: as an absent filter, it would select all records. */
const pickDeclared = (requestClass: RequestClass, value: unknown, type: ArgumentMetadata['type']): unknown =>
  pickDeclaredFields(type === 'body' ? normalizeBody(value, requestClass) : value, requestClass);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Rejects unknown parameters with brackets. Otherwise a partner with a misspelled filter would get all records and assume that they match.
 * @param declared the declared parameters of the query.
 */
function rejectUnknownBrackets(raw: Record<string, unknown>, declared: Record<string, unknown>): void {
  const unknownName = Object.keys(raw).find((name) => isRecord(raw[name]) && !Object.hasOwn(declared, name));
  if (unknownName !== undefined)
    throw invalidField(unknownName, `The parameter ${unknownName}[…] is not known. A filter is given as filter[name]=value.`);
}

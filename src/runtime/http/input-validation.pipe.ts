import { type ArgumentMetadata, Injectable, ValidationPipe } from '@nestjs/common';
import { DomainError, invalidField } from '../../common/errors/domain-error.js';
import { normalizeBody } from '../../common/validation/normalize-body.js';
import { isAcceptedEmptyArray } from '../../common/validation/empty-array.decorator.js';
import { fieldErrors } from '../../common/validation/field-errors.js';
import { fieldsOf, type RequestClass } from '../../common/validation/field.decorator.js';
import { pickDeclaredFields, isObject } from '../../common/validation/pick-declared-fields.js';
import { plainlyRight } from '../../common/validation/plainly-right.js';
import { rejectMalformedTexts } from './body/reject-malformed.js';
import { noteIgnoredMembers } from './help/ignored-members.js';

/**
 * Turns bodies and queries into their classes and answers 422 when a rule is broken. Undeclared members are ignored, prototype keys included,
 * except parameters with brackets in a query.
 */
@Injectable()
export class InputValidationPipe extends ValidationPipe {
  /** Classes of queries that are right without any parameter, as most are sent. */
  private readonly needNothing = new WeakSet<object>();

  constructor() {
    super({
      transform: true,
      stopAtFirstError: true,
      transformOptions: { excludeExtraneousValues: true, exposeUnsetFields: false },
      exceptionFactory: (errors) => new DomainError('VALIDATION_ERROR', { errors: fieldErrors(errors) }),
    });
  }

  override async transform(given: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { metatype } = metadata;
    const isBare = metadata.type === 'query' && isRecord(given) && Object.keys(given).length === 0;
    if (isBare && metatype && this.needNothing.has(metatype)) return Reflect.construct(metatype, []);
    if (metadata.type === 'query') rejectMalformedTexts(given);
    const value = metatype && isAcceptedEmptyArray(given, metatype) ? {} : given;
    if (metadata.type === 'body' && value !== undefined && !isObject(value)) {
      throw invalidField('body', 'The request body must be a JSON object.');
    }
    const requestClass = metatype && fieldsOf(metatype).size > 0 ? (metatype as RequestClass) : null;
    if (requestClass && metadata.type === 'body') noteIgnoredMembers(given, requestClass);
    const fitted = requestClass ? fittedTo(requestClass, value, metadata.type) : value;
    const accepted = requestClass && metadata.type === 'body' ? plainlyRight(requestClass, fitted) : null;
    if (accepted) return accepted;
    const transformed: unknown = await super.transform(fitted, metadata);
    if (metadata.type === 'query' && isRecord(given) && isRecord(transformed)) refuseUnknownBrackets(given, transformed);
    if (isBare && metatype && isRecord(transformed) && Object.keys(transformed).length === 0) this.needNothing.add(metatype);
    return transformed;
  }
}

/** An empty text in a query is not normalised: as an absent filter it would select everything. */
const fittedTo = (requestClass: RequestClass, value: unknown, type: ArgumentMetadata['type']): unknown =>
  pickDeclaredFields(type === 'body' ? normalizeBody(value, requestClass) : value, requestClass);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Refuses unknown parameters with brackets: a caller who meant a filter would take all records for those that match.
 * @param known the declared ones of the given parameters.
 */
function refuseUnknownBrackets(given: Record<string, unknown>, known: Record<string, unknown>): void {
  const unknown = Object.keys(given).find((name) => isRecord(given[name]) && !Object.hasOwn(known, name));
  if (unknown !== undefined)
    throw invalidField(unknown, `The parameter ${unknown}[…] is not known. A filter is given as filter[name]=value.`);
}

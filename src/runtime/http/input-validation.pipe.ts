import { type ArgumentMetadata, Injectable, ValidationPipe } from '@nestjs/common';
import { DomainError, invalidField } from '../../common/errors/domain-error.js';
import { asMeant } from '../../common/validation/as-meant.js';
import { isEmptyListFor } from '../../common/validation/empty-list.decorator.js';
import { fieldErrors } from '../../common/validation/field-errors.js';
import { fieldsOf, type RequestClass } from '../../common/validation/field.decorator.js';
import { fitToFields, isObject } from '../../common/validation/fit-to-fields.js';
import { refuseMalformedTexts } from './body/refuse-malformed.js';

/**
 * Turns bodies and queries into their classes and refuses what breaks a rule with 422. Only declared fields are taken over: what the
 * contract does not name is ignored, prototype keys included; brackets in a query are the exception.
 */
@Injectable()
export class InputValidationPipe extends ValidationPipe {
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
    if (metadata.type === 'query') refuseMalformedTexts(given);
    const value = metatype && isEmptyListFor(given, metatype) ? {} : given;
    if (metadata.type === 'body' && value !== undefined && !isObject(value)) {
      throw invalidField('body', 'The request body must be a JSON object.');
    }
    const fitted = metatype && fieldsOf(metatype).size > 0 ? fittedTo(metatype as RequestClass, value, metadata.type) : value;
    const transformed: unknown = await super.transform(fitted, metadata);
    if (metadata.type === 'query' && isRecord(given) && isRecord(transformed)) refuseUnknownBrackets(given, transformed);
    return transformed;
  }
}

/** An empty text in a query stays one: a filter that was left out would select everything. */
const fittedTo = (requestClass: RequestClass, value: unknown, type: ArgumentMetadata['type']): unknown =>
  fitToFields(type === 'body' ? asMeant(value, requestClass) : value, requestClass);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * What is not known in a query is ignored, but not where it is written with brackets: a caller who meant a filter would take all records for
 * those that match.
 * @param known what was taken over from what is given.
 */
function refuseUnknownBrackets(given: Record<string, unknown>, known: Record<string, unknown>): void {
  const unknown = Object.keys(given).find((name) => isRecord(given[name]) && !Object.hasOwn(known, name));
  if (unknown !== undefined)
    throw invalidField(unknown, `The parameter ${unknown}[…] is not known. A filter is given as filter[name]=value.`);
}

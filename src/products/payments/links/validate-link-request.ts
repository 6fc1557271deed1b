import { InputValidationPipe } from '../../../runtime/http/input-validation.pipe.js';
import { CreateLinkRequest } from './create-link.request.js';

const VALIDATION_PIPE = new InputValidationPipe();

/** Validates a link request that does not come over the API, with the rules of the API. @throws DomainError VALIDATION_ERROR */
export const validateLinkRequest = (fields: Record<string, unknown>): Promise<CreateLinkRequest> =>
  Promise.resolve(VALIDATION_PIPE.transform(fields, { type: 'body', metatype: CreateLinkRequest })) as Promise<CreateLinkRequest>;

import { InputValidationPipe } from '../../../runtime/http/input-validation.pipe.js';
import { CreateLinkRequest } from './create-link.request.js';

const VALIDATION = new InputValidationPipe();

/** A request from elsewhere than the API, by the API's rules. @throws DomainError VALIDATION_ERROR */
export const checkedLink = (given: Record<string, unknown>): Promise<CreateLinkRequest> =>
  Promise.resolve(VALIDATION.transform(given, { type: 'body', metatype: CreateLinkRequest })) as Promise<CreateLinkRequest>;

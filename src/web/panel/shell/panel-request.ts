import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FormFields } from '../../../runtime/http/body/form-body.js';
import type { LoggableRequest } from '../../../runtime/http/log-path.js';
import type { Person, Visit } from '../../../platform/people/person.js';

/** A browser's request, with what the guard added to it. */
export interface PanelRequest extends LoggableRequest {
  visit: Visit;
  /** The signed-in person, also on public pages. */
  person: Person | null;
  /** Proves that a form of the session's own pages was sent. */
  formToken: string | null;
  /** Fields of a form that was posted. */
  form: FormFields;
}

/** The person of the session; only for routes with `@Needs`. */
export const CurrentPerson = createParamDecorator((_: unknown, context: ExecutionContext): Person => {
  const { person } = context.switchToHttp().getRequest<PanelRequest>();
  if (!person) throw new Error('A route without @Needs has no person');
  return person;
});

/** A field of a form or of a query; sent twice or not at all it counts as empty. */
export const formField = (form: FormFields, name: string): string => form.get(name)?.trim() ?? '';
export function queryOf({ query }: Pick<PanelRequest, 'query'>, name: string): string {
  const value = query[name];
  return typeof value === 'string' && value.isWellFormed() ? value.replace(/\p{Cc}/gu, ' ').trim() : '';
}

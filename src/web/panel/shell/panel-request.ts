import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FormFields } from '../../../runtime/http/body/form-body.js';
import type { LoggableRequest } from '../../../runtime/http/log-path.js';
import type { Person, Visit } from '../../../platform/people/person.js';
import { PanelRejection } from './panel-rejection.js';

/** A browser's request with the members that `PanelGuard` adds. */
export interface PanelRequest extends LoggableRequest {
  visit: Visit;
  /** The signed-in person, on public pages too; null without a session. */
  person: Person | null;
  /** The token that the forms of this session's pages contain; null without a session. */
  formToken: string | null;
  /** Fields of the posted form. Empty for a GET request. */
  form: FormFields;
}

/** The person of the session. Works only on routes with `@RequireAbility`. */
export const CurrentPerson = createParamDecorator((_: unknown, context: ExecutionContext): Person => {
  const { person } = context.switchToHttp().getRequest<PanelRequest>();
  if (!person) throw new Error('@CurrentPerson() works only on routes with @RequireAbility()');
  return person;
});

/** A field of a form. A missing or repeated field counts as empty. */
export const formField = (form: FormFields, name: string): string => form.get(name)?.trim() ?? '';

/**
 * A field that the form always has, even when it is empty.
 * @throws PanelRejection for a missing or repeated field: a filter that counted as empty would resend everything
 */
export function requiredField(form: FormFields, name: string): string {
  if (!form.has(name)) throw new PanelRejection('unreadable');
  return formField(form, name);
}

/**
 * A parameter of the query string, without control characters. A missing parameter counts as empty.
 * @throws PanelRejection for a repeated or malformed parameter: a filter that counted as empty would export everything
 */
export function queryOf({ query }: Pick<PanelRequest, 'query'>, name: string): string {
  const value = query[name] ?? '';
  if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')) throw new PanelRejection('unreadable');
  return value.replace(/\p{Cc}/gu, ' ').trim();
}

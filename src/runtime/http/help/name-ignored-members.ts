import type { Request, Response } from 'express';
import { ignoredMembersOf } from './ignored-members.js';

const IGNORED_FIELDS = 'X-Ignored-Fields';

/** Sets a header with the members of the body that were ignored, whether the request succeeds or not. */
export function setIgnoredFieldsHeader({ body }: Request, response: Response): void {
  const members = ignoredMembersOf(body);
  if (members.length > 0) response.setHeader(IGNORED_FIELDS, members.join(', '));
}

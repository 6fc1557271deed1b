import { NotFoundException } from '@nestjs/common';

/** A link with a wrong signature, or to a subscription that does not exist. The page is the same for both. */
export class UnknownLink extends NotFoundException {}

import { NotFoundException } from '@nestjs/common';

/** Thrown for an unknown payment link, a wrong signature, or an unknown subscription. The page is the same for all. */
export class UnknownLink extends NotFoundException {}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** The members of every error body. Only bodies of 400, 409, 422 and 500, and the 503 of `/readyz`, may have further members. */
export class ErrorResponse {
  @ApiProperty({ type: Boolean, enum: [false] })
  success: false;

  @ApiProperty({ type: String })
  errorCode: string;
}

/** The body of 400 and 409. */
export class MessageErrorResponse extends ErrorResponse {
  @ApiProperty({ type: String, description: 'What is wrong and what to do about it.' })
  message: string;
}

export class AliasAlternativeResponse {
  @ApiProperty({ example: 'customer-7' })
  value: string;

  @ApiProperty({ enum: ['UID'] })
  type: string;

  @ApiProperty({ description: 'Shown to the payer, who chooses by it.' })
  label: string;

  @ApiProperty({ description: 'Sent back as `alias.blik_id` for the app that was chosen.' })
  blik_id: string;
}

export class AliasAlternatives {
  @ApiProperty({ type: [AliasAlternativeResponse] })
  alternatives: AliasAlternativeResponse[];
}

/** The body of 400 of an operation that accepts an alias as payment. */
export class AlternativesErrorResponse extends MessageErrorResponse {
  @ApiPropertyOptional({ type: AliasAlternatives, description: 'With `ALIAS_NOT_UNIQUE`.' })
  data?: AliasAlternatives;
}

/** The body of 422. */
export class ValidationErrorResponse extends ErrorResponse {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    description: 'Field path to readable sentences.',
  })
  errors: Record<string, string[]>;
}

/** The body of 500. */
export class InternalErrorResponse extends ErrorResponse {
  @ApiProperty({ type: String, format: 'uuid', description: 'Finds the error in the gateway’s log.' })
  errorId: string;
}

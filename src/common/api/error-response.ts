import { ApiProperty } from '@nestjs/swagger';

/** Most errors: exactly these two members. */
export class ErrorResponse {
  @ApiProperty({ type: Boolean, enum: [false] })
  success: false;

  @ApiProperty({ type: String })
  errorCode: string;
}

/** 400 and 409. */
export class MessageErrorResponse extends ErrorResponse {
  @ApiProperty({ type: String, description: 'What is wrong and what to do about it.' })
  message: string;
}

/** 422. */
export class ValidationErrorResponse extends ErrorResponse {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    description: 'Field path to readable sentences.',
  })
  errors: Record<string, string[]>;
}

/** 500. */
export class InternalErrorResponse extends ErrorResponse {
  @ApiProperty({ type: String, format: 'uuid', description: 'Finds the error in the gateway’s log.' })
  errorId: string;
}

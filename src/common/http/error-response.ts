import { ApiProperty } from '@nestjs/swagger';

/** 401, 403 and 404: exactly these two members. */
export class ErrorResponse {
  @ApiProperty({ enum: [false] })
  success: false;

  @ApiProperty({ example: 'UNAUTHORIZED' })
  errorCode: string;
}

/** 400 and 409. */
export class MessageErrorResponse extends ErrorResponse {
  @ApiProperty({ description: 'What is wrong and what to do about it.' })
  message: string;
}

/** 422. */
export class ValidationErrorResponse extends ErrorResponse {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    description: 'Field path to readable sentences.',
    example: { amount: ['The amount must be greater than 0.'] },
  })
  errors: Record<string, string[]>;
}

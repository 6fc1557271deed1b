import { ApiProperty } from '@nestjs/swagger';

export class PaginationLinks {
  @ApiProperty({ type: String, format: 'uri', nullable: true, example: null, description: 'Address of the next page; null on the last.' })
  next_page: string | null;

  @ApiProperty({
    type: String,
    format: 'uri',
    nullable: true,
    example: null,
    description: 'Address of the page before; null on the first.',
  })
  prev_page: string | null;
}

/** The pagination block of the contract. */
export class PaginationResponse {
  @ApiProperty({ type: 'integer', example: 1, description: 'Records in the whole list.' })
  total: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'Records on this page.' })
  count: number;

  @ApiProperty({ type: 'integer', example: 15, description: 'Most records a page can hold.' })
  per_page: number;

  @ApiProperty({ type: 'integer', example: 1 })
  current_page: number;

  @ApiProperty({ type: 'integer', example: 1 })
  total_pages: number;

  @ApiProperty({ type: PaginationLinks })
  links: PaginationLinks;
}

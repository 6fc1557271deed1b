import { ApiProperty } from '@nestjs/swagger';
import type { PaginationBlock } from './page.js';

export class PaginationLinks {
  @ApiProperty({ type: String, format: 'uri', nullable: true })
  next_page: string | null;

  @ApiProperty({ type: String, format: 'uri', nullable: true })
  prev_page: string | null;
}

export class PaginationResponse implements PaginationBlock {
  @ApiProperty({ type: 'integer', description: 'Records in the whole list.' })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Records on this page.' })
  count: number;

  @ApiProperty({ type: 'integer', description: 'Most records a page can hold.' })
  per_page: number;

  @ApiProperty({ type: 'integer' })
  current_page: number;

  @ApiProperty({ type: 'integer' })
  total_pages: number;

  @ApiProperty({ type: PaginationLinks })
  links: PaginationLinks;
}

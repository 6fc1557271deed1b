import { ApiProperty } from '@nestjs/swagger';

export class FollowingLinks {
  @ApiProperty({
    type: String,
    format: 'uri',
    nullable: true,
    example: null,
    description: 'Address of what follows; null when nothing does as yet.',
  })
  next_page: string | null;
}

/** The pagination block of a list whose next page starts after a record. There is no total, because such lists only grow. */
export class FollowingResponse {
  @ApiProperty({ type: 'integer', example: 1, description: 'Records on this page.' })
  count: number;

  @ApiProperty({ type: 'integer', example: 15, description: 'Most records a page can hold.' })
  per_page: number;

  @ApiProperty({ type: FollowingLinks })
  links: FollowingLinks;
}

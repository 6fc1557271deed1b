import { Controller, Get, Module, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { expect, it } from '@jest/globals';
import { ListRequest } from '../../src/common/pagination/list.request.js';
import type { FilterValuesOf } from '../../src/platform/listing/lists/list.js';
import { ListFilters } from '../../src/platform/listing/lists/list-filters.decorator.js';
import { STATUSES, ITEM_LIST } from './support/items.js';

@ListFilters(ITEM_LIST)
class ItemListRequest extends ListRequest {
  override filter?: FilterValuesOf<typeof ITEM_LIST>;
}

@Controller('things')
class ThingController {
  @Get()
  list(@Query() query: ItemListRequest): unknown {
    return query;
  }
}

@Module({ controllers: [ThingController] })
class ThingModule {}

it('the OpenAPI document has each filter of a list, with its limits, and the page size', async () => {
  const app = await NestFactory.create(ThingModule, { logger: false });
  const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  await app.close();
  const parameters = (paths['/things']?.get?.parameters ?? []) as { name: string; in: string; required: boolean; schema: unknown }[];
  expect(parameters.every((parameter) => parameter.in === 'query' && !parameter.required)).toBe(true);
  expect(Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))).toEqual({
    page: expect.objectContaining({ minimum: 1 }),
    perPage: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    limit: expect.objectContaining({ maximum: 100 }),
    sort: expect.objectContaining({ enum: ['created_at', '-created_at'] }),
    'filter[status]': { type: 'string', enum: [...STATUSES] },
    'filter[note]': { type: 'string', maxLength: 20 },
    'filter[tag]': { type: 'string', pattern: '^[a-z]*$' },
    'filter[done]': { type: 'boolean' },
    'filter[size]': { type: 'integer', minimum: 1, maximum: 9 },
    'filter[from]': { type: 'string', format: 'date-time' },
    'filter[until]': { type: 'string', format: 'date-time' },
  });
});

import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsObject, IsOptional } from 'class-validator';
import { Field, ObjectField, type RequestClass } from './field.decorator.js';

/** A field of a request that holds one value and may be missing or null. Rules are checked for other values. @param schema documents it. */
export const OptionalField = (schema: ApiPropertyOptions): PropertyDecorator =>
  applyDecorators(IsOptional(), Field(), ApiPropertyOptional(schema));

/** The same for a field that holds an object. @param sentence of the error when it holds anything else. */
export const OptionalObject = (of: () => RequestClass, sentence: string, description?: string): PropertyDecorator =>
  applyDecorators(
    IsObject({ message: sentence }),
    IsOptional(),
    ObjectField(of),
    ApiPropertyOptional({ type: () => of(), nullable: true, ...(description !== undefined && { description }) }),
  );

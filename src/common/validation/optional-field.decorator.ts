import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsObject, IsOptional } from 'class-validator';
import { Field, ObjectField, type RequestClass } from './field.decorator.js';

/** A field with one value that may be missing or null. Rules are checked for other values. @param schema documents the field. */
export const OptionalField = (schema: ApiPropertyOptions): PropertyDecorator =>
  applyDecorators(IsOptional(), Field(), ApiPropertyOptional(schema));

/** A field with an object that may be missing or null. @param message the error when the field contains anything else. */
export const OptionalObject = (requestClass: () => RequestClass, message: string, description?: string): PropertyDecorator =>
  applyDecorators(
    IsObject({ message }),
    IsOptional(),
    ObjectField(requestClass),
    ApiPropertyOptional({ type: () => requestClass(), nullable: true, ...(description !== undefined && { description }) }),
  );

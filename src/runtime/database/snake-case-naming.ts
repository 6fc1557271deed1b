import { DefaultNamingStrategy } from 'typeorm';
import { snakeCase } from 'typeorm/util/StringUtils.js';

/** The property `createdAt` is the column `created_at`. Tables are named in their entities. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined, prefixes: string[]): string {
    return custom ?? [...prefixes, property].map((part) => snakeCase(part)).join('_');
  }
}

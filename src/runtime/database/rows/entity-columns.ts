import { type ColumnOptions, type ColumnType, getMetadataArgsStorage, type ValueTransformer } from 'typeorm';
import { snakeCase } from 'typeorm/util/StringUtils.js';

export type EntityClass<E> = abstract new () => E;

/** A column as the entity's decorators declare it. */
export interface EntityColumn {
  property: string;
  /** The column's name in the table. */
  name: string;
  /** PostgreSQL's type, such as `uuid` or `text[]`. */
  type: string;
  nullable: boolean;
  transformer: ValueTransformer | null;
}

/** Table and columns of an entity and its base classes, read only from decorators, so that they are known before there is a connection. */
export function entityColumns(entity: EntityClass<unknown>): { table: string; columns: EntityColumn[] } {
  const storage = getMetadataArgsStorage();
  const table = storage.tables.find(({ target }) => target === entity)?.name;
  if (!table) throw new Error(`${entity.name} is not an entity with a table`);
  const columns = storage.columns
    .filter(({ target }) => target === entity || (typeof target === 'function' && entity.prototype instanceof target))
    .map(({ propertyName, options }) => ({
      property: propertyName,
      name: options.name ?? snakeCase(propertyName),
      type: `${typeName(options.type)}${precisionOf(options)}${options.array ? '[]' : ''}`,
      nullable: options.nullable ?? false,
      transformer: firstTransformer(options.transformer),
    }));
  return { table, columns };
}

/** One column of {@link entityColumns}. @throws Error when the property is not a column. */
export function columnOf(entity: EntityClass<unknown>, columns: readonly EntityColumn[], property: string): EntityColumn {
  const column = columns.find((candidate) => candidate.property === property);
  if (!column) throw new Error(`${entity.name}.${property} is not a column`);
  return column;
}

function typeName(type: ColumnType | undefined): string {
  if (typeof type !== 'string') throw new Error('A column must name its PostgreSQL type');
  return type;
}

function precisionOf({ precision, scale }: ColumnOptions): string {
  return precision === undefined || precision === null ? '' : `(${precision},${scale ?? 0})`;
}

function firstTransformer(transformer: ValueTransformer | ValueTransformer[] | undefined): ValueTransformer | null {
  return (Array.isArray(transformer) ? transformer[0] : transformer) ?? null;
}

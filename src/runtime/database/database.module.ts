import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Environment } from '../config/environment.js';
import { connectionLimits } from './connection-limits.js';
import { SnakeCaseNaming } from './snake-case-naming.js';

/** Statements are short: what the server compiles for those that it takes for long ones costs more than all their work. */
const WITHOUT_COMPILING = '-c jit=off';

/** The application's connection pool, as the role that cannot change the schema. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(url: string, config: Environment['database']): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({
          type: 'postgres',
          url,
          poolSize: config.poolSize,
          autoLoadEntities: true,
          namingStrategy: new SnakeCaseNaming(),
          synchronize: false,
          retryAttempts: 0,
          applicationName: 'gateway',
          extra: { ...connectionLimits(config), options: WITHOUT_COMPILING },
        }),
      ],
      exports: [TypeOrmModule],
    };
  }
}

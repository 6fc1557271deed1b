import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SnakeCaseNaming } from './snake-case-naming.js';
import { SteadyClient } from './steady-client.js';

/** The application's connection pool, as the role that cannot change the schema. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(url: string, poolSize: number): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({
          type: 'postgres',
          url,
          poolSize,
          autoLoadEntities: true,
          namingStrategy: new SnakeCaseNaming(),
          synchronize: false,
          retryAttempts: 0,
          applicationName: 'gateway',
          extra: { connectionTimeoutMillis: 5_000, keepAlive: true, Client: SteadyClient },
        }),
      ],
      exports: [TypeOrmModule],
    };
  }
}

// The server that shows in bench/http.mjs what a framework alone costs: a plain NestJS application with TypeORM as its guides show it, with
// a controller, a body checked by class-validator, a repository, one row in its own table, and the same JSON in the response.
// It checks no token and has no prices, no history and no counters.
import 'reflect-metadata';
import { Body, Controller, Get, HttpCode, Module, Param, ParseUUIDPipe, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Type } from 'class-transformer';
import { IsArray, IsEmail, IsIP, IsNumber, IsOptional, IsPositive, IsString, IsUrl, MaxLength, ValidateNested } from 'class-validator';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

@Entity('bare_transaction')
class Transaction {
  @PrimaryColumn('uuid') id: string;
  @Column('text', { name: 'service_id' }) serviceId: string;
  @Column('text') status: string;
  @Column('bigint', { name: 'gross_minor' }) grossMinor: number;
  @Column('bigint', { name: 'net_minor' }) netMinor: number;
  @Column('text', { nullable: true }) control: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}

@Entity('bare_payment')
class Payment {
  @PrimaryColumn('uuid') id: string;
  @Column('text', { name: 'service_id' }) serviceId: string;
  @Column('text') status: string;
  @Column('bigint', { name: 'amount_minor' }) amountMinor: number;
  @Column('text') currency: string;
  @Column('text', { nullable: true }) control: string | null;
  @Column('text', { nullable: true }) description: string | null;
  @Column('json', { nullable: true }) customer: object | null;
  @Column('json', { nullable: true }) cart: object[] | null;
  @Column('json', { nullable: true }) returns: object | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}

class CreateTransaction {
  @IsNumber({ maxDecimalPlaces: 2 }) @IsPositive() amount: number;
  @IsOptional() @IsString() @MaxLength(255) control?: string;
  @IsOptional() @IsString() @MaxLength(255) description?: string;
}

class Customer {
  @IsOptional() @IsString() @MaxLength(64) name?: string;
  @IsOptional() @IsEmail() email?: string;
  @IsOptional() @IsIP() ip?: string;
  @IsOptional() @IsString() @MaxLength(2) countryCode?: string;
}

class CartItem {
  @IsString() @MaxLength(255) name: string;
  @IsNumber() @IsPositive() quantity: number;
  @IsNumber() price: number;
  @IsOptional() @IsString() producer?: string | null;
  @IsOptional() @IsString() category?: string | null;
  @IsOptional() @IsString() code?: string | null;
}

class Returns {
  @IsOptional() @IsUrl() success?: string;
  @IsOptional() @IsUrl() failure?: string;
}

class CreatePayment extends CreateTransaction {
  @IsOptional() @IsString() @MaxLength(3) currency?: string;
  @IsOptional() @ValidateNested() @Type(() => Customer) customer?: Customer;
  @IsOptional() @IsArray() @ValidateNested({ each: true }) @Type(() => CartItem) cart?: CartItem[];
  @IsOptional() @ValidateNested() @Type(() => Returns) returns?: Returns;
}

const toMinor = (amount: number): number => Math.round(amount * 100);
const times = ({ createdAt, updatedAt }: Transaction | Payment) => ({
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});
const toTransactionResponse = (row: Transaction) => ({
  id: row.id,
  status: row.status,
  value: Number(row.grossMinor) / 100,
  value_netto: Number(row.netMinor) / 100,
  ...times(row),
});
const toPaymentItem = (row: Payment) => ({
  id: row.id,
  status: row.status,
  amount: Number(row.amountMinor) / 100,
  control: row.control,
  channel: null,
  paid_at: null,
  ...times(row),
});
const NEWEST = { order: { createdAt: 'DESC', id: 'DESC' }, take: 15 } as const;

@Controller('directbilling/:serviceId/transactions')
class TransactionsController {
  private readonly rows;
  constructor(source: DataSource) {
    this.rows = source.getRepository(Transaction);
  }

  @Post()
  @HttpCode(200)
  async create(@Param('serviceId') serviceId: string, @Body() { amount, control }: CreateTransaction) {
    const [grossMinor, createdAt] = [toMinor(amount), new Date()];
    const row = { serviceId, status: 'transaction_db_new', grossMinor, netMinor: Math.round(grossMinor / 1.23), control: control ?? null };
    const { id } = await this.rows.save(this.rows.create({ ...row, id: uuidv7(), createdAt, updatedAt: createdAt }));
    return { success: true, data: { transactionId: id, redirectUrl: `http://localhost/pay/directbilling/${id}` } };
  }

  @Get(':id')
  async show(@Param('serviceId') serviceId: string, @Param('id', ParseUUIDPipe) id: string) {
    return { success: true, data: toTransactionResponse(await this.rows.findOneByOrFail({ id, serviceId })) };
  }

  @Get()
  async list(@Param('serviceId') serviceId: string) {
    return { success: true, data: (await this.rows.find({ where: { serviceId }, ...NEWEST })).map(toTransactionResponse) };
  }
}

@Controller('payment/:serviceId/transactions')
class PaymentsController {
  private readonly rows;
  constructor(source: DataSource) {
    this.rows = source.getRepository(Payment);
  }

  @Post()
  @HttpCode(200)
  async create(@Param('serviceId') serviceId: string, @Body() body: CreatePayment) {
    const { amount, currency = 'PLN', control = null, description = null, customer = null, cart = null, returns = null } = body;
    const createdAt = new Date();
    const optionalFields = { currency, control, description, customer, cart, returns };
    const row = {
      id: uuidv7(),
      serviceId,
      status: 'transaction_new',
      amountMinor: toMinor(amount),
      ...optionalFields,
      createdAt,
      updatedAt: createdAt,
    };
    const { id } = await this.rows.save(this.rows.create(row));
    return { success: true, data: { transactionId: id, redirectUrl: `http://localhost/pay/${id}` } };
  }

  @Get(':id')
  async show(@Param('serviceId') serviceId: string, @Param('id', ParseUUIDPipe) id: string) {
    const row = await this.rows.findOneByOrFail({ id, serviceId });
    const { currency, description, returns: redirect, customer, cart } = row;
    const amount = { value: Number(row.amountMinor) / 100, currency };
    return { success: true, data: { ...toPaymentItem(row), amount, description, redirect, customer, cart } };
  }

  @Get()
  async list(@Param('serviceId') serviceId: string) {
    return { success: true, data: (await this.rows.find({ where: { serviceId }, ...NEWEST })).map(toPaymentItem) };
  }
}

const source = {
  provide: DataSource,
  useFactory: () =>
    new DataSource({ type: 'postgres', url: process.env['DATABASE_URL'], entities: [Transaction, Payment], poolSize: 20 }).initialize(),
};

@Module({ controllers: [TransactionsController, PaymentsController], providers: [source] })
class PeerModule {}

const app = await NestFactory.create(PeerModule, { logger: false });
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
await app.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));

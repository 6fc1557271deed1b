import { Controller, Get, HttpCode, NotFoundException, Param, Post, Req, ServiceUnavailableException, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { rawBodyOf } from '../http/raw-body.js';
import { neverRespond } from '../http/wait-until-closed.js';
import { SimulatedChargeService } from './simulated-charge.service.js';
import { SimulatedChargeStatusQuery, type ChargeStatusResponse } from './simulated-charge-status.query.js';
import { ConnectorSignatureGuard } from '../http/connector-signature.guard.js';
import { operatorChargeOrderOf, operatorCodeOrderOf } from './orders.js';
import { SimulatedReversalService } from './simulated-reversal.service.js';
import { SimulatedCodeService } from './simulated-code.service.js';
import { SIMULATED_OPERATORS } from './simulated-operators.js';

interface OperatorResponse {
  result: string;
  cause?: string | null;
}

/** The simulated operators' API for the gateway. */
@Controller('operators/:operator')
@UseGuards(ConnectorSignatureGuard)
export class OperatorsController {
  constructor(
    private readonly sendCode: SimulatedCodeService,
    private readonly chargeBill: SimulatedChargeService,
    private readonly statuses: SimulatedChargeStatusQuery,
    private readonly reverseCharge: SimulatedReversalService,
  ) {}

  @Post('codes')
  @HttpCode(200)
  async code(@Param('operator') operator: string, @Req() request: Request): Promise<OperatorResponse> {
    const response = await this.sendCode.run(requireOperator(operator), operatorCodeOrderOf(rawBodyOf(request)));
    if (response === 'DOWN') throw new ServiceUnavailableException({ result: 'DOWN' });
    return response;
  }

  @Post('charges')
  @HttpCode(200)
  async charge(@Param('operator') operator: string, @Req() request: Request): Promise<OperatorResponse> {
    const { answer: result, cause } = await this.chargeBill.run(requireOperator(operator), operatorChargeOrderOf(rawBodyOf(request)));
    if (result === 'NONE') await neverRespond(request);
    return { result, cause };
  }

  @Get('charges/:reference')
  async status(@Param('operator') operator: string, @Param('reference') reference: string): Promise<ChargeStatusResponse> {
    const response = await this.statuses.run(requireOperator(operator), reference);
    if (response.result === 'UNKNOWN_REFERENCE') throw new NotFoundException(response);
    return response;
  }

  @Post('charges/:reference/reversal')
  @HttpCode(200)
  async reverse(@Param('operator') operator: string, @Param('reference') reference: string): Promise<OperatorResponse> {
    return { result: (await this.reverseCharge.run(requireOperator(operator), reference)) ? 'REVERSED' : 'NOT_BOOKED' };
  }
}

function requireOperator(operator: string): string {
  if (!SIMULATED_OPERATORS.has(operator)) throw new NotFoundException({ result: 'UNKNOWN_OPERATOR' });
  return operator;
}

import type { Parts } from '../parts.js';
import { ApplyAliasReportService } from './apply-alias-report.service.js';
import { ApplyConsentReportService } from './apply-consent-report.service.js';
import { ApplyRefundReportService } from './apply-refund-report.service.js';
import { HandleChannelReportService } from './handle-channel-report.service.js';
import { KnownNamesQuery } from './known-names.query.js';
import { ReportLog } from '../at-channel/report-log.js';
import { UnknownPaymentReportsQuery } from './unknown-reports.query.js';

export const REPORTS_PARTS = {
  exported: [HandleChannelReportService, KnownNamesQuery, UnknownPaymentReportsQuery],
  inner: [ApplyAliasReportService, ApplyConsentReportService, ApplyRefundReportService, ReportLog],
} satisfies Parts;

import type { Parts } from '../parts.js';
import { ChangeChannelsService } from './change-channels.service.js';
import { ServiceChannelsQuery } from './service-channels.query.js';

export const CHANNELS_PARTS = {
  exported: [ChangeChannelsService, ServiceChannelsQuery],
  inner: [],
} satisfies Parts;

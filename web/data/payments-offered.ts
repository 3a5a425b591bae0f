import { useQuery } from '@tanstack/react-query';
import * as site from '../../contract/site.ts';
import { queryFor } from './query.ts';

/** Whether this place takes payments. Nothing speaks of plans, prices and donations otherwise, or until it is known. */
export const usePaymentsOffered = (): boolean =>
  useQuery(queryFor(site.config, {})).data?.payments.enabled === true;

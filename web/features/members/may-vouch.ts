import { useQuery } from '@tanstack/react-query';
import * as site from '../../../contract/site.ts';
import { useUser } from '../../app/session.tsx';
import { queryFor } from '../../data/query.ts';

/** Whether the member may vouch for the people they invite; null until that is known. */
export const useMayVouch = (): boolean | null => {
  const { isAdmin, isVerified } = useUser();
  const { data: config, isPending } = useQuery(queryFor(site.config, {}));
  if (isAdmin || !isVerified) return isAdmin;
  return isPending ? null : config?.verification === 'vouch';
};

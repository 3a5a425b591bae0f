import { useQuery } from '@tanstack/react-query';
import { config } from '../../contract/site.ts';
import { queryFor } from '../data/query.ts';

/** Whether this installation sends no mail; false until the server has said so. */
export const useSendsNoMail = (): boolean => useQuery(queryFor(config, {})).data?.letters === false;

/** Whether this installation receives mail; undefined until the server has said so. */
export const useReceivesMail = (): boolean | undefined => useQuery(queryFor(config, {})).data?.mailboxMembers;

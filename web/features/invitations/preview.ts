import { useQuery } from '@tanstack/react-query';
import * as invitations from '../../../contract/invitations.ts';
import { ApiError } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';

/** The preview of an invitation. `invalid` if its code is wrong, used, expired or withdrawn. */
export const usePreview = (code: string) => {
  const query = useQuery({ ...queryFor(invitations.preview, { code }), enabled: code !== '' });
  const invalid = code === '' || (query.error instanceof ApiError && query.error.status === 404);
  const sender = query.data?.fromUser;
  return {
    ...query,
    invalid,
    senderName: sender ? `${sender.firstName} ${sender.lastName}`.trim() : null,
    senderFirstName: sender?.firstName || null,
  };
};

import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Output } from '../../../contract/endpoint.ts';
import * as verification from '../../../contract/verification.ts';
import type { RequestStatus, VerificationRequest } from '../../../contract/verification.ts';
import { api, errorText } from '../../data/api.ts';
import { type Key, infiniteQueryFor } from '../../data/query.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';

type Pages = InfiniteData<Output<typeof verification.list>, string | null>;

const texts = words.moderation.verifications;
const verificationsKey: Key = ['/api', 'admin', 'verifications'];

/** Requests of one status. Always refetched, because other administrators decide at the same time. */
export const verificationsOf = (status: RequestStatus) => ({
  ...infiniteQueryFor(verification.list, (place) => ({ status, ...place })),
  staleTime: 0,
});

export interface Decision {
  request: VerificationRequest;
  status: 'approved' | 'rejected';
  notes?: string;
}

const withoutRequest = (pages: Pages | undefined, id: string): Pages | undefined =>
  pages && {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
  };

/** Decides a request optimistically: it leaves the queue, and returns if the server refuses. */
export const useDecide = (onRefused?: (decision: Decision) => void) => {
  const client = useQueryClient();
  const { queryKey } = verificationsOf('pending');
  return useMutation({
    mutationFn: ({ request, status, notes }: Decision) =>
      api(verification.decide, { id: request.id, status, ...(notes !== undefined && { notes }) }),
    onMutate: async ({ request }) => {
      await client.cancelQueries({ queryKey: verificationsKey });
      const before = client.getQueryData<Pages>(queryKey);
      client.setQueryData<Pages>(queryKey, (pages) => withoutRequest(pages, request.id));
      return { before };
    },
    onSuccess: (_, { request, status }) =>
      toast({ title: texts[status]({ name: displayName(request.user) }) }),
    onError: (error, decision, kept) => {
      if (kept) client.setQueryData(queryKey, kept.before);
      toast({ title: words.moderation.error, text: errorText(error), tone: 'destructive' });
      onRefused?.(decision);
    },
    onSettled: () => client.invalidateQueries({ queryKey: verificationsKey }),
  });
};

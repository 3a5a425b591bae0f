import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as invitations from '../../../contract/invitations.ts';
import { api, wordsOf } from '../../api.ts';
import { keyOf, reads } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { date } from '../../words/time.ts';
import { words } from '../../words/words.ts';

const texts = words.invitations.open;

export const openInvitationsKey = keyOf(invitations.mine, {});

/** Invitations that nobody has used yet; each can be taken back. */
export function OpenInvitations() {
  const client = useQueryClient();
  const { data } = useQuery(reads(invitations.mine, {}));
  const withdraw = useMutation({
    mutationFn: (id: string) => api(invitations.withdraw, { id }),
    onSuccess: () => {
      toast({ title: texts.withdrawn });
      return client.invalidateQueries({ queryKey: openInvitationsKey });
    },
    onError: (error) => toast({ title: texts.failed, text: wordsOf(error), tone: 'destructive' }),
  });
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="open" className="mt-8">
      <h2 id="open" className="text-h3">
        {texts.title}
      </h2>
      <ul className="list mt-1.5">
        {data.map((invitation) => (
          <li key={invitation.id} className="row between py-2">
            <span className="grow">
              <span className="trunc block">{invitation.email}</span>
              <span className="small mut">
                {texts.until(invitation.circle?.name ?? null, date(invitation.expiresAt))}
              </span>
            </span>
            <Button
              kind="ghost"
              size="sm"
              aria-label={texts.withdrawFor(invitation.email)}
              busy={withdraw.isPending && withdraw.variables === invitation.id}
              onClick={() => withdraw.mutate(invitation.id)}
            >
              {texts.withdraw}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

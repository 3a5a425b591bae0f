import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import * as mailbox from '../../../contract/mailbox.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { api, errorText, toastError } from '../../data/api.ts';
import { infiniteQueryFor, queryKey } from '../../data/query.ts';
import { MorePages } from '../../ui/feedback/loading.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ListItem } from '../../ui/layout/list-item.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { date } from '../../words/dates.ts';
import { words } from '../../words/words.ts';

const texts = words.mailbox.asked;

const nameOf = ({ firstName, lastName }: mailbox.MailboxInvitation): string =>
  displayName({ firstName, lastName, username: null });

/** The people who were asked by mail into the circle and have not answered yet. */
export default function AskedList({ circle: { id } }: { circle: Circle }) {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    ...infiniteQueryFor(mailbox.asked, (place) => ({ id, ...place })),
    staleTime: 0,
  });
  const withdraw = useMutation({
    mutationFn: (invitation: mailbox.MailboxInvitation) =>
      api(mailbox.withdraw, { id, invitationId: invitation.id }),
    onSuccess: (_, invitation) =>
      toast({ title: texts.withdrawn, text: texts.withdrawnText({ name: nameOf(invitation) }) }),
    onError: (error) => toastError(error, texts.withdrawFailed),
    // After an error, too: the person may just have answered.
    onSettled: () => client.invalidateQueries({ queryKey: queryKey(mailbox.asked, { id }) }),
  });
  const { data, error } = query;
  if (error && !data) return <p role="alert">{errorText(error, texts.failed)}</p>;
  const people = data?.pages.flatMap(({ items }) => items) ?? [];
  if (people.length === 0) return null;
  return (
    <section className="card members">
      <h2 className="text-h3" id="asked">
        {texts.title}
      </h2>
      <ul className="list" aria-labelledby="asked">
        {people.map((invitation) => (
          <ListItem key={invitation.id} className="row between py-2">
            <span className="grow">
              <span className="wrap-anywhere min-w-0 block">{nameOf(invitation)}</span>
              <span className="small mut block">
                {texts.until({ asked: date(invitation.askedAt), until: date(invitation.expiresAt) })}
                {invitation.isUnmailed ? ` ${words.invitations.unmailed.badge}.` : null}
              </span>
            </span>
            <Button
              kind="ghost"
              size="sm"
              aria-label={texts.withdrawFor({ name: nameOf(invitation) })}
              busy={withdraw.isPending && withdraw.variables.id === invitation.id}
              onClick={() => withdraw.mutate(invitation)}
            >
              {words.controls.withdraw}
            </Button>
          </ListItem>
        ))}
      </ul>
      <MorePages query={query} />
    </section>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as auth from '../../../contract/auth.ts';
import { api, errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { Button } from '../../ui/form/button.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { short } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { ReviewedPerson, ReviewFrame } from './review-frame.tsx';

const texts = words.auth.denial;

/** Lists the people added and invitations sent between a denied sign-in and its denial, to undo them or keep them. */
export function DenialReview() {
  const client = useQueryClient();
  const { data: denial, error } = useQuery({ ...queryFor(auth.denial, {}), staleTime: 0 });
  const settle = useMutation({
    mutationFn: (undo: boolean) => api(auth.settleDenial, { undo }),
    onSuccess: async (_, undo) => {
      await client.invalidateQueries();
      toast({ title: undo ? texts.undone : texts.kept });
    },
    onError: (failure) => toast({ title: texts.failed, text: errorText(failure), tone: 'destructive' }),
  });
  const busy = (undo: boolean) => settle.isPending && settle.variables === undo;
  return (
    <ReviewFrame title={texts.title} error={error}>
      {denial?.since && denial.until ? (
        <p className="mut mt-1.5">{texts.intro({ from: short(denial.since), to: short(denial.until) })}</p>
      ) : null}
      {denial && denial.people.length > 0 ? (
        <section aria-labelledby="added">
          <h2 id="added" className="mt-5 text-h3">
            {texts.people}
          </h2>
          <ul className="list">
            {denial.people.map(({ member, circle }) => (
              <ReviewedPerson key={`${member.id} ${circle.id}`} person={member}>
                <span className="grow">
                  <span className="wrap-anywhere min-w-0 block">{displayName(member)}</span>
                  <span className="small mut">{texts.inCircle({ circle: circle.name })}</span>
                </span>
              </ReviewedPerson>
            ))}
          </ul>
        </section>
      ) : null}
      {denial && denial.invitations.length > 0 ? (
        <section aria-labelledby="sent">
          <h2 id="sent" className="mt-5 text-h3">
            {texts.invitations}
          </h2>
          <ul className="list">
            {denial.invitations.map((invitation) => (
              <li key={invitation.id} className="py-2">
                <span className="block wrap-anywhere">
                  {invitation.email ?? words.invitations.open.byLink}
                </span>
                <span className="small mut">
                  {invitation.circle ? texts.toCircle({ circle: invitation.circle.name }) : texts.toPlatform}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {denial ? (
        <div className="stack g12 mt-5.5">
          <Button
            kind="danger"
            size="lg"
            full
            busy={busy(true)}
            busyText={texts.busy}
            onClick={() => settle.mutate(true)}
          >
            {texts.undo}
          </Button>
          <Button
            kind="quiet"
            size="lg"
            full
            busy={busy(false)}
            busyText={texts.busy}
            onClick={() => settle.mutate(false)}
          >
            {texts.keep}
          </Button>
        </div>
      ) : null}
    </ReviewFrame>
  );
}

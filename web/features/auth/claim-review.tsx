import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as auth from '../../../contract/auth.ts';
import type { Output } from '../../../contract/endpoint.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import { api, errorText } from '../../data/api.ts';
import { go } from '../../app/navigation.ts';
import { queryFor } from '../../data/query.ts';
import { userKey } from '../../app/session.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { fullDate } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { ReviewedPerson, ReviewFrame } from './review-frame.tsx';

const texts = words.auth.claim;

/** Names the other factors of the account, for a sentence. */
const factorsOf = ({ passkeys, totp }: Output<typeof auth.claim>): string[] => [
  ...passkeys.map((name) => texts.passkey({ name })),
  ...(totp ? [texts.app] : []),
];

/** Asks whether the account is the member's, after a password reset confirmed its address for the first time. */
export function ClaimReview({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const [sure, setSure] = useState(false);
  const { data: claim, error } = useQuery({ ...queryFor(auth.claim, {}), staleTime: 0 });
  const answer = useMutation({
    mutationFn: (mine: boolean) => api(auth.answerClaim, { mine }),
    onSuccess: async (changed, mine) => {
      setSure(false);
      client.setQueryData(userKey, changed);
      if (!mine) {
        toast({ title: texts.emptied, text: texts.emptiedText });
        go('/my-account/sign-in', { replace: true });
      }
      await client.invalidateQueries();
    },
    onError: (failure) => {
      setSure(false);
      toast({ title: texts.failed, text: errorText(failure), tone: 'destructive' });
    },
  });
  const busy = (mine: boolean) => answer.isPending && answer.variables === mine;
  return (
    <ReviewFrame title={texts.title} error={error}>
      {claim ? (
        <>
          <p className="mut mt-1.5">
            {texts.intro({ name: displayName(user), email: user.email, date: fullDate(claim.createdAt) })}
          </p>
          <p className="mut mt-3">{texts.until}</p>
          <h2 className="mt-5 text-h3">{texts.people}</h2>
          {claim.circles.length === 0 ? <p className="mut mt-1.5">{texts.nobody}</p> : null}
          {claim.circles.map((circle) => (
            <section key={circle.id} aria-label={circle.name}>
              <h3 className="cname mt-3 wrap-anywhere">{circle.name}</h3>
              <ul className="list">
                {circle.people.map((person) => (
                  <ReviewedPerson key={person.id} person={person}>
                    <span className="wrap-anywhere min-w-0">{displayName(person)}</span>
                  </ReviewedPerson>
                ))}
              </ul>
              {circle.count > circle.people.length ? (
                <p className="small mut">{texts.more({ count: circle.count - circle.people.length })}</p>
              ) : null}
            </section>
          ))}
          {claim.totp || claim.passkeys.length > 0 ? (
            <p className="mut mt-5">{texts.factors({ factors: factorsOf(claim) })}</p>
          ) : null}
          <div className="stack g12 mt-5.5">
            <Button
              size="lg"
              full
              busy={busy(true)}
              busyText={texts.busy}
              onClick={() => answer.mutate(true)}
            >
              {texts.yes}
            </Button>
            <Button kind="danger" size="lg" full onClick={() => setSure(true)}>
              {texts.no}
            </Button>
          </div>
        </>
      ) : null}
      {sure ? (
        <ConfirmDialog
          open
          onClose={() => setSure(false)}
          title={texts.sure}
          text={texts.sureText}
          action={texts.empty}
          busy={busy(false)}
          busyText={texts.busy}
          onConfirm={() => answer.mutate(false)}
        />
      ) : null}
    </ReviewFrame>
  );
}

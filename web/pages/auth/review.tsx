import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import * as auth from '../../../contract/auth.ts';
import type { Output } from '../../../contract/endpoint.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import { useUser, userKey } from '../../app/session.tsx';
import { useSignOut } from '../../app/sign-out.tsx';
import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';
import { api, errorText, toastError } from '../../data/api.ts';
import { go } from '../../app/navigation.ts';
import { queryFor } from '../../data/query.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { fullDate, short } from '../../words/dates.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { Problem } from '../../ui/feedback/alert.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';

interface ReviewFrameProps {
  title: string;
  query: { error: unknown; refetch: () => Promise<unknown> };
  children: ReactNode;
}

/**
 * The frame of a question to the account's owner: its title, an error if it could not be loaded, and the question.
 */
function ReviewFrame({ title, query: { error, refetch }, children }: ReviewFrameProps) {
  return (
    <>
      <h1>{title}</h1>
      {error ? (
        <div className="stack g12 mt-5.5">
          <Problem text={errorText(error, words.controls.unreachable)} />
          <Button size="lg" full onClick={() => void refetch()}>
            {words.ui.tryAgain}
          </Button>
        </div>
      ) : null}
      {children}
    </>
  );
}

type Person = Parameters<typeof PersonAvatar>[0]['person'];

/** A person in a list of this question. */
function ReviewedPerson({ person, children }: { person: Person; children: ReactNode }) {
  return (
    <li className="row g12 py-2">
      <PersonAvatar person={person} size="sm" />
      {children}
    </li>
  );
}

const reviewTexts = words.auth.denial;

/** Lists the people added and invitations sent between a denied sign-in and its denial, to undo them or keep them. */
function DenialReview() {
  const client = useQueryClient();
  const query = useQuery({ ...queryFor(auth.denial, {}), staleTime: 0 });
  const { data: denial } = query;
  const settle = useMutation({
    mutationFn: (undo: boolean) => api(auth.settleDenial, { undo }),
    onSuccess: async (_, undo) => {
      await client.invalidateQueries();
      toast({ title: undo ? reviewTexts.undone : reviewTexts.kept });
    },
    onError: (failure) => {
      toastError(failure, reviewTexts.failed);
      // It may have been answered before.
      void client.invalidateQueries({ queryKey: userKey });
    },
  });
  const busy = (undo: boolean) => settle.isPending && settle.variables === undo;
  const answer = (undo: boolean) => (settle.isPending ? undefined : settle.mutate(undo));
  return (
    <ReviewFrame title={reviewTexts.title} query={query}>
      {denial?.since && denial.until ? (
        <p className="mut mt-1.5">
          {reviewTexts.intro({ from: short(denial.since), to: short(denial.until) })}
        </p>
      ) : null}
      {denial && denial.people.length > 0 ? (
        <section aria-labelledby="added">
          <h2 id="added" className="mt-5 text-h3">
            {reviewTexts.people}
          </h2>
          <ul className="list">
            {denial.people.map(({ member, circle }) => (
              <ReviewedPerson key={`${member.id} ${circle.id}`} person={member}>
                <span className="grow">
                  <span className="wrap-anywhere min-w-0 block">{displayName(member)}</span>
                  <span className="small mut">{reviewTexts.inCircle({ circle: circle.name })}</span>
                </span>
              </ReviewedPerson>
            ))}
          </ul>
        </section>
      ) : null}
      {denial && denial.invitations.length > 0 ? (
        <section aria-labelledby="sent">
          <h2 id="sent" className="mt-5 text-h3">
            {reviewTexts.invitations}
          </h2>
          <ul className="list">
            {denial.invitations.map((invitation) => (
              <li key={invitation.id} className="py-2">
                <span className="block wrap-anywhere">
                  {invitation.email ?? words.invitations.open.byLink}
                </span>
                <span className="small mut">
                  {invitation.circle
                    ? reviewTexts.toCircle({ circle: invitation.circle.name })
                    : reviewTexts.toPlatform}
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
            busyText={reviewTexts.busy}
            onClick={() => answer(true)}
          >
            {reviewTexts.undo}
          </Button>
          <Button
            kind="quiet"
            size="lg"
            full
            busy={busy(false)}
            busyText={reviewTexts.busy}
            onClick={() => answer(false)}
          >
            {reviewTexts.keep}
          </Button>
        </div>
      ) : null}
    </ReviewFrame>
  );
}

const texts = words.auth.claim;

/** Names the other factors of the account, for a sentence. */
const factorsOf = ({ passkeys, totp }: Output<typeof auth.claim>): string[] => [
  ...passkeys.map((name) => texts.passkey({ name })),
  ...(totp ? [texts.app] : []),
];

/** Asks whether the account is the member's, after a password reset confirmed its address for the first time. */
function ClaimReview({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const [sure, setSure] = useState(false);
  const query = useQuery({ ...queryFor(auth.claim, {}), staleTime: 0 });
  const { data: claim } = query;
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
      toastError(failure, texts.failed);
      // It may have been answered, if only the answer of the server was lost.
      void client.invalidateQueries({ queryKey: userKey });
    },
  });
  const busy = (mine: boolean) => answer.isPending && answer.variables === mine;
  return (
    <ReviewFrame title={texts.title} query={query}>
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
            <Button
              kind="danger"
              size="lg"
              full
              onClick={() => (answer.isPending ? undefined : setSure(true))}
            >
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

/** Stands in the place of every member's page while the account has a question to its owner. */
export default function ReviewPage() {
  const user = useUser();
  const { leave, question } = useSignOut();
  return (
    <main id="main" className="auth1">
      {user.review === 'claim' ? <ClaimReview user={user} /> : <DenialReview />}
      <div className="mt-3">
        <Button kind="ghost" size="lg" full onClick={leave}>
          {words.shell.logout}
        </Button>
      </div>
      {question}
    </main>
  );
}

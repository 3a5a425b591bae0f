import { Images } from 'lucide-react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import * as z from 'zod/mini';
import { ComposeForm } from '../../features/posts/composer/compose-form.tsx';
import '../../features/posts/composer/compose.css';
import {
  answerInDraft,
  answerNothing,
  changeDraft,
  clearDraft,
  isDraftEmpty,
  momentPlace,
  useDraft,
  draftOf,
} from '../../features/posts/composer/draft.ts';
import { DraftBar } from '../../features/posts/composer/draft-bar.tsx';
import { useSharing } from '../../features/posts/composer/sharing.ts';
import { VerifyFirst } from '../../features/posts/composer/verify-first.tsx';
import type { WaitingQuestion } from '../../../contract/questions.ts';
import { useFetchWaiting } from '../../features/questions/waiting.ts';
import { toastError } from '../../data/api.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { go } from '../../app/navigation.ts';
import { useUser } from '../../app/session.tsx';
import '../../app/waiting/register-kinds.ts';
import { openOutbox } from '../../outbox/outbox.ts';
import { useItems } from '../../outbox/use-outbox.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ButtonLink } from '../../ui/form/button.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { timeOrDate } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { deleteOffline, readOffline } from '../../offline/offline-db.ts';
import { choosePhotos } from '../../features/posts/composer/draft-photos.ts';

const Shared = z.object({
  owner: z.string(),
  at: z.number(),
  files: z.array(z.instanceof(File)),
  text: z.string(),
});

const QuestionCard = lazyComponent(() => import('../../features/questions/question-card.tsx'));

/** Milliseconds for which a share from another app is kept. */
const maxAgeMs = 60 * 60_000;

const readShared = async (memberId: string) => {
  const shared = Shared.safeParse(await readOffline('photos', 'shared'));
  await deleteOffline('photos', 'shared');
  if (!shared.success || shared.data.owner !== memberId || Date.now() - shared.data.at > maxAgeMs)
    return null;
  return shared.data;
};

/**
 * Moves this member's share from another app, or from a page of somebody else, into the draft. A new draft gets no circles:
 * nothing is shared before its member has chosen some. Resolves with whether there was one.
 */
const takeShared = async (client: QueryClient, memberId: string): Promise<boolean> => {
  const shared = await readShared(memberId);
  if (!shared) return false;
  const { files, text } = shared;
  // The photos of a draft from before a reload may still be read.
  await openOutbox(memberId);
  changeDraft({
    text: [draftOf(memberId).text, text].filter((part) => part !== '').join('\n'),
    ...(isDraftEmpty(memberId) && { circleIds: [], question: undefined }),
  });
  choosePhotos(client, memberId, files);
  return true;
};

const texts = words.compose;

/** Where a moment is written; only for those whose identity was verified. */
export default function CreatePostPage() {
  const client = useQueryClient();
  const me = useUser();
  const draft = useDraft(me.id);
  // A draft that comes back says so.
  const [from] = useState(draft.changedAt);
  const sharing = useSharing();
  const items = useItems(me.id, momentPlace);
  const isEmpty = draft.text.trim() === '' && items.length === 0;
  const search = useSearch();
  const questionId = new URLSearchParams(search).get('question');
  const fetchWaiting = useFetchWaiting();
  const answer = (question: WaitingQuestion | null) =>
    question
      ? answerInDraft(
          {
            id: question.id,
            words: question.words,
            name: displayName(question.askedBy),
            circle: question.circle.name,
          },
          question.circle.id,
        )
      : answerNothing();
  // Until it is known, the circle of the answer is not, and the page is only loading.
  useEffect(() => {
    if (questionId === null) return;
    let isLeft = false;
    const settle = (act: () => void) => {
      if (isLeft) return;
      act();
      go('/create-post', { replace: true });
    };
    fetchWaiting().then(
      (waiting) =>
        settle(() => {
          const question = waiting.find(({ id }) => id === questionId);
          if (question) answer(question);
          else toast({ title: words.questions.over });
        }),
      (error: unknown) => settle(() => toastError(error, words.controls.pleaseTryAgain)),
    );
    return () => {
      isLeft = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once for each question of the address
  }, [questionId]);
  useEffect(
    () => () => {
      // A question that nobody began to answer is no draft.
      if (draftOf(me.id).question && isDraftEmpty(me.id)) answerNothing();
    },
    [me.id],
  );
  const isShared = search === 'shared';
  const circle = new URLSearchParams(search).get('circleId');
  useEffect(() => {
    if (circle === null) return;
    if (isDraftEmpty(me.id)) changeDraft({ circleIds: [circle] });
    go('/create-post', { replace: true });
  }, [circle, me.id]);
  useEffect(() => {
    if (!isShared) return;
    go('/create-post', { replace: true });
    void takeShared(client, me.id).then((isThere) => {
      if (!isThere) toast({ ...texts.shareAgain, tone: 'destructive' });
    });
  }, [client, isShared, me.id]);
  const { question } = sharing.sent?.draft ?? draft;
  const card = question ? (
    <QuestionCard question={question} disabled={sharing.sent !== null} onDeclined={answer} />
  ) : null;
  return (
    <>
      <main id="main" className="comp">
        <div className="comp-head">
          <h1>{texts.title}</h1>
          <ButtonLink kind="ghost" size="sm" flush href="/create-album" icon={Images}>
            {words.albums.make}
          </ButtonLink>
          {from === undefined || isEmpty ? null : (
            <p className="small mut">{texts.from({ when: timeOrDate(from) })}</p>
          )}
        </div>
        {questionId !== null ? (
          <Loading words={words.controls.loading} />
        ) : me.isVerified ? (
          <ComposeForm written={draft} sharing={sharing} above={card} />
        ) : card ? (
          <div>
            {card}
            <VerifyFirst />
          </div>
        ) : (
          <VerifyFirst />
        )}
      </main>
      <DraftBar
        isEmpty={isEmpty}
        question={texts.discardDialog}
        onDiscard={sharing.sent ? null : clearDraft}
      />
    </>
  );
}

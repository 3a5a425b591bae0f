// Loads after the first screen.
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import * as circles from '../../../contract/circles.ts';
import type { When } from '../../../contract/delivery.ts';
import { config } from '../../../contract/site.ts';
import { deviceOf, isStandalone } from '../../app/device.ts';
import { installOffer } from '../../app/start/install-offer.ts';
import { keep, recall } from '../../data/browser-storage.ts';
import { queryFor } from '../../data/query.ts';
import { pushObstacle, turnPushOn } from '../../live/push.ts';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { useFocusBeside } from '../../ui/hooks/focus-beside.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { useChoices, useChoose } from './choices.ts';
import './delivery.css';

const texts = words.delivery.ask;

const thisVisit = String(Math.round(performance.timeOrigin));
const done = 'done';
const isPhone = deviceOf(navigator) !== 'desktop';

const mayRing = (): boolean => pushObstacle() === null && Notification.permission === 'default';

/**
 * Two questions on Home, once each in a browser: whether it may ring, and in a later visit the home screen. The entry in
 * the storage is empty, then the visit in which the first was answered or left out, then `done`.
 */
export default function QuietCard() {
  const [answered, setAnswered] = useState(() => recall('quietCard') ?? '');
  const answer = (now: string) => {
    keep('quietCard', now);
    setAnswered(now);
  };
  const [canRing] = useState(mayRing);
  useEffect(() => {
    keep('quietCard', answered === '' && !canRing ? thisVisit : answered);
  }, [answered, canRing]);
  if (answered === '') return canRing ? <Ring onAnswer={() => answer(thisVisit)} /> : null;
  if (answered === done || answered === thisVisit || !isPhone || isStandalone()) return null;
  // A browser that keeps nothing would ask each time.
  if (recall('quietCard') === null) return null;
  return <Install onAnswer={() => answer(done)} />;
}

function Ring({ onAnswer }: { onAnswer: () => void }) {
  const isAnswered = useRef(false);
  const answerOtherwise = () => {
    isAnswered.current = true;
    onAnswer();
  };
  const { data: settings } = useQuery(queryFor(config, {}));
  const { data: own } = useQuery(queryFor(circles.list, {}));
  const { data: choices } = useChoices();
  const choose = useChoose();
  const turn = useMutation({
    mutationFn: turnPushOn,
    onSuccess: (isOn) => {
      if (!isOn) toast({ title: words.account.choices.here.refused });
      // Another answer, given while the browser asked, counts.
      else if (!isAnswered.current) set('now');
    },
    onError: () => toast({ title: words.account.choices.here.failed, tone: 'destructive' }),
    onSettled: onAnswer,
  });
  const circle = own?.find(
    ({ kind, isContacts, memberCount }) => kind === 'shared' && !isContacts && memberCount > 1,
  );
  const before = choices?.circles.find(({ circleId }) => circleId === circle?.id)?.when;
  const publicKey = settings?.push?.publicKey;
  const isUseless = Boolean(settings && own && choices) && !(circle && before && publicKey !== undefined);
  const leaveOut = useEffectEvent(onAnswer);
  useEffect(() => {
    if (isUseless) leaveOut();
  }, [isUseless]);
  if (!circle || !before || publicKey === undefined) return null;
  const set = (when: When) => choose.mutate({ circleIds: [circle.id], when, before, label: circle.name });
  return (
    <Card title={texts.ring({ circle: circle.name, isPhone })}>
      <Button kind="quiet" busy={turn.isPending} onClick={() => turn.mutate(publicKey)}>
        {texts.yes}
      </Button>
      {settings?.letters ? (
        <Button
          kind="quiet"
          onClick={() => {
            set('evening');
            answerOtherwise();
          }}
        >
          {texts.evening}
        </Button>
      ) : null}
      <Button kind="ghost" onClick={answerOtherwise}>
        {texts.no}
      </Button>
    </Card>
  );
}

function Install({ onAnswer }: { onAnswer: () => void }) {
  const offer = installOffer();
  return (
    <Card title={texts.install} text={texts.installText}>
      {offer ? (
        <Button
          kind="quiet"
          onClick={() => {
            offer();
            onAnswer();
          }}
        >
          {texts.add}
        </Button>
      ) : (
        <ButtonLink kind="quiet" href="/install" onClick={onAnswer}>
          {texts.how}
        </ButtonLink>
      )}
      <Button kind="ghost" onClick={onAnswer}>
        {texts.thanks}
      </Button>
    </Card>
  );
}

function Card({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  const card = useRef<HTMLElement>(null);
  useFocusBeside(card);
  return (
    <section className="post quiet-card" aria-labelledby={id} ref={card}>
      <div className="px">
        <h3 id={id}>{title}</h3>
        {text === undefined ? null : <p className="small mut">{text}</p>}
        <div className="row wrap g8">{children}</div>
      </div>
    </section>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Mail, Moon } from 'lucide-react';
import * as account from '../../../contract/account.ts';
import { useSendsNoMail } from '../../app/config.ts';
import { AccountPage } from '../../features/account/account-page.tsx';
import { EverythingElse } from '../../features/account/reach/everything-else.tsx';
import { useKinds } from '../../features/account/reach/kinds.ts';
import { useIntro, hourText } from '../../features/delivery/intro.tsx';
import { NewMoments } from '../../features/delivery/new-moments.tsx';
import { TakesQuestions } from '../../features/questions/takes-questions.tsx';
import { Rows, SelectRow } from '../../ui/layout/rows.tsx';
import { words } from '../../words/words.ts';
import { toastError, api } from '../../data/api.ts';
import { deviceOf, isStandalone } from '../../app/device.ts';
import { isPushOn, pushObstacle, turnPushOff, turnPushOn } from '../../live/push.ts';
import { Switch } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { accountScope, userKey, useUser } from '../../app/session.tsx';

const hourTexts = words.delivery;

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));

/** The hour of the evening, in the member's time zone. */
function HourRow({ isUnmailed }: { isUnmailed: boolean }) {
  const title = isUnmailed ? hourTexts.hourUnmailed : hourTexts.hour;
  const client = useQueryClient();
  const user = useUser();
  const change = useMutation({
    mutationFn: (letterHour: number) => api(account.edit, { letterHour }),
    scope: accountScope,
    onSuccess: (changed, letterHour) => {
      const before = user.letterHour;
      client.setQueryData(userKey, changed);
      toast({
        title: hourTexts.saved({ label: title, choice: hourText(letterHour) }),
        action: {
          label: words.controls.undo,
          hint: words.muting.undoHint,
          onPress: () => change.mutate(before),
        },
      });
    },
    onError: (error) => toastError(error, words.controls.choiceNotSaved),
  });
  return (
    <SelectRow
      icon={isUnmailed ? Moon : Mail}
      title={title}
      options={hours}
      value={String(change.isPending ? change.variables : user.letterHour)}
      onChoose={(hour) => change.mutate(Number(hour))}
    />
  );
}

const texts = words.account.choices.here;
const key = ['push-here'];

const hintOf = (): string => {
  const trouble = pushObstacle();
  if (trouble === 'unknown' && deviceOf(navigator) === 'ios' && !isStandalone()) return texts.homeScreen;
  return trouble === null ? texts.hint : texts.troubles[trouble];
};

/** Whether this browser shows push notifications. */
function PushRow({ publicKey }: { publicKey: string }) {
  const client = useQueryClient();
  const { data: isOn = false } = useQuery({ queryKey: key, queryFn: isPushOn, staleTime: 0 });
  const turn = useMutation({
    mutationFn: async (on: boolean) => {
      if (!on) await turnPushOff();
      else if (!(await turnPushOn(publicKey))) {
        const denied = pushObstacle() === 'denied';
        toast({ title: texts.refused, ...(denied && { text: texts.troubles.denied }) });
      }
    },
    onError: (error) => toastError(error, texts.failed, texts.failedText),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  return (
    <li className="rsw">
      <Switch
        label={texts.label({ device: deviceOf(navigator) })}
        hint={hintOf()}
        checked={turn.isPending ? turn.variables : isOn}
        disabled={pushObstacle() !== null && !isOn && !turn.isPending}
        onChange={(on) => (turn.isPending ? undefined : turn.mutate(on))}
      />
    </li>
  );
}

export default function ReachPage() {
  const kinds = useKinds();
  const intro = useIntro();
  const isUnmailed = useSendsNoMail();
  return (
    <AccountPage title={words.hub.reach} intro={intro}>
      <Rows>
        {kinds.push ? <PushRow publicKey={kinds.push.publicKey} /> : null}
        <HourRow isUnmailed={isUnmailed} />
        <TakesQuestions />
      </Rows>
      <NewMoments />
      <EverythingElse kinds={kinds} />
    </AccountPage>
  );
}

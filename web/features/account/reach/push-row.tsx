import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../../data/api.ts';
import { deviceOf, isStandalone } from '../../../app/device.ts';
import { isPushOn, pushObstacle, turnPushOff, turnPushOn } from '../../../live/push.ts';
import { Switch } from '../../../ui/form/switch.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { words } from '../../../words/words.ts';

const texts = words.account.choices.here;
const key = ['push-here'];

const hintOf = (): string => {
  const trouble = pushObstacle();
  if (trouble === 'unknown' && deviceOf(navigator) === 'ios' && !isStandalone()) return texts.homeScreen;
  return trouble === null ? texts.hint : texts.troubles[trouble];
};

/** Whether this browser shows push notifications. */
export function PushRow({ publicKey }: { publicKey: string }) {
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
    onError: (error) =>
      toast({ title: texts.failed, text: errorText(error, texts.failedText), tone: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  return (
    <li className="rsw">
      <Switch
        label={texts.label({ device: deviceOf(navigator) })}
        hint={hintOf()}
        checked={turn.isPending ? turn.variables : isOn}
        disabled={turn.isPending || (pushObstacle() !== null && !isOn)}
        onChange={(on) => turn.mutate(on)}
      />
    </li>
  );
}

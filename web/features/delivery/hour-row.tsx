import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import * as account from '../../../contract/account.ts';
import { userKey, useUser } from '../../app/session.tsx';
import { api, errorText } from '../../data/api.ts';
import { SelectRow } from '../../ui/layout/rows.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { hourText } from './intro.tsx';

const texts = words.delivery;

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));

/** The hour of the evening, in the member's time zone. */
export function HourRow() {
  const client = useQueryClient();
  const user = useUser();
  const change = useMutation({
    mutationFn: (letterHour: number) => api(account.edit, { letterHour }),
    scope: { id: 'letter-hour' },
    onSuccess: (changed, letterHour) => {
      const before = user.letterHour;
      client.setQueryData(userKey, changed);
      toast({
        title: texts.saved({ label: texts.hour, choice: hourText(letterHour) }),
        action: {
          label: words.muting.undo,
          hint: words.muting.undoHint,
          onPress: () => change.mutate(before),
        },
      });
    },
    onError: (error) => toast({ title: texts.failed, text: errorText(error), tone: 'destructive' }),
  });
  return (
    <SelectRow
      icon={Mail}
      title={texts.hour}
      options={hours}
      value={String(change.isPending ? change.variables : user.letterHour)}
      onChoose={(hour) => change.mutate(Number(hour))}
    />
  );
}

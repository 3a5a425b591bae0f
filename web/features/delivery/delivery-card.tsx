import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as account from '../../../contract/account.ts';
import * as circles from '../../../contract/circles.ts';
import { useSendsNoMail } from '../../app/config.ts';
import { userKey, useUser } from '../../app/session.tsx';
import { api, errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Select } from '../../ui/form/select.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { useChoices } from './choices.ts';
import { hourText, Intro } from './intro.tsx';
import { WhenField } from './when-field.tsx';

const texts = words.delivery;

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));

/** When moments reach the member: every shared circle, the private circles of others, and the hour of letters. */
export function DeliveryCard() {
  return (
    <section className="card pad stack g16" aria-labelledby="delivery">
      <h2 id="delivery">{texts.title}</h2>
      <Intro />
      <Circles />
      {useSendsNoMail() ? null : <Hour />}
    </section>
  );
}

function Circles() {
  const { data: choices, error } = useChoices();
  const { data: known } = useQuery(queryFor(circles.list, {}));
  if (error && !choices) return <p role="alert">{errorText(error, texts.loadFailed)}</p>;
  if (!choices || !known) return <Loading words={texts.loading} />;
  // Only their owner shares with a private circle: nothing of it reaches the owner.
  const labels = new Map<string | null, string>(
    known.flatMap(({ id, kind, name }) =>
      kind === 'shared' ? [[id, texts.of({ circle: name })] as const] : [],
    ),
  ).set(null, words.ui.sharedWithYou);
  return choices.circles.map(({ circleId, when }) => {
    const label = labels.get(circleId);
    return label === undefined ? null : (
      <WhenField key={circleId} circleId={circleId} when={when} label={label} />
    );
  });
}

/** The hour of the evening, in the member's time zone. */
function Hour() {
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
    <Select
      label={texts.hour}
      options={hours}
      value={String(change.isPending ? change.variables : user.letterHour)}
      onChange={({ currentTarget }) => change.mutate(Number(currentTarget.value))}
    />
  );
}

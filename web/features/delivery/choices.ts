import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as delivery from '../../../contract/delivery.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { api, errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.delivery;
const query = queryFor(delivery.get, {});

type Choices = Output<typeof delivery.get>;

export const useChoices = () => useQuery(query);

interface Change {
  /** Null for 'Shared with you'. */
  circleIds: readonly (string | null)[];
  when: delivery.When;
  /** The choice that all of them have now. */
  before: delivery.When;
  /** The name of the choice, for messages. */
  label: string;
}

/** Sets when the moments of circles reach the member. The choice shows immediately; a message offers to undo it. */
export const useChoose = () => {
  const client = useQueryClient();
  const show = ({ circleIds, when }: Pick<Change, 'circleIds' | 'when'>, more: Partial<Choices> = {}) =>
    client.setQueryData<Choices>(
      query.queryKey,
      (now) =>
        now && {
          ...now,
          ...more,
          circles: now.circles.map((one) => (circleIds.includes(one.circleId) ? { ...one, when } : one)),
        },
    );
  const choose = useMutation({
    mutationFn: ({ circleIds, when }: Change) =>
      api(delivery.set, { circles: circleIds.map((circleId) => ({ circleId, when })) }),
    // Requests run one after the other, so that the last choice wins.
    scope: { id: 'delivery' },
    onMutate: async (change) => {
      show(change);
      await client.cancelQueries({ queryKey: query.queryKey });
    },
    onSuccess: ({ untoldAfter }, change) => {
      show(change, { untoldAfter });
      const { when, before } = change;
      toast({
        title: texts.saved({ label: change.label, choice: texts.when[when] }),
        action: {
          label: words.controls.undo,
          hint: words.muting.undoHint,
          onPress: () => choose.mutate({ ...change, when: before, before: when }),
        },
      });
    },
    onError: (error, change) => {
      show({ ...change, when: change.before });
      toast({
        title: words.controls.choiceNotSaved,
        text: errorText(error),
        tone: 'destructive',
        action: {
          label: words.ui.tryAgain,
          hint: texts.retryHint,
          onPress: () => choose.mutate(change),
        },
      });
      void client.invalidateQueries({ queryKey: query.queryKey });
    },
  });
  return choose;
};

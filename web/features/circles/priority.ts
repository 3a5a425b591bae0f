import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import * as circles from '../../../contract/circles.ts';
import { limits } from '../../../contract/limits.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { api, errorText } from '../../data/api.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { circlesKey } from './cache.ts';

const texts = words.circles.priorities;

// Sort the list a moment after the last press, so that a card does not move away under the pointer.
const settleMs = 900;

const key = ['circle-priority'] as const;

/** Sets the member's priority of a circle optimistically, and reverts it if the server refuses. */
export const useSetPriority = () => {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (id: string, priority: number) =>
    client.setQueryData<Circle[]>(circlesKey, (list) =>
      list?.map((circle) => (circle.id === id ? { ...circle, priority } : circle)),
    );
  // The server's last values for circles with requests under way.
  const known = useRef(new Map<string, number>());
  const mutation = useMutation({
    mutationKey: key,
    mutationFn: ({ circle, priority }: { circle: Circle; priority: number }) =>
      api(circles.setPriority, { id: circle.id, priority }),
    // Send the requests one after the other, so that the last press is also the last to arrive.
    scope: { id: key.join(' ') },
    onSuccess: (_, { circle, priority }) => {
      known.current.set(circle.id, priority);
      toast({ title: texts.done });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        void client.invalidateQueries({ queryKey: circlesKey });
        void client.invalidateQueries({ queryKey: ['/api', 'posts', 'grouped-by-priority'] });
      }, settleMs);
    },
    onError: (error, { circle }) => {
      show(circle.id, known.current.get(circle.id) ?? circle.priority);
      toast({ title: texts.failed, text: errorText(error, texts.failedText), tone: 'destructive' });
      void client.invalidateQueries({ queryKey: circlesKey });
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey: key }) === 1) known.current.clear();
    },
  });
  return (circle: Circle, step: 1 | -1) => {
    const priority = Math.min(limits.priority, Math.max(0, circle.priority + step));
    if (priority === circle.priority) return;
    if (!known.current.has(circle.id)) known.current.set(circle.id, circle.priority);
    show(circle.id, priority);
    mutation.mutate({ circle, priority });
  };
};

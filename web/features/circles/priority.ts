import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import * as circles from '../../../contract/circles.ts';
import { limits } from '../../../contract/limits.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { api, wordsOf } from '../../api.ts';
import { toast } from '../../ui/toast.ts';
import { words } from '../../words/words.ts';
import { circlesKey } from './cache.ts';

const texts = words.circles.priorities;

// The list is sorted anew a moment after the last press: a card must not slip away from under a pointer that is
// still pressing its arrow.
const settleMs = 900;

/** Sets the member's own priority of a circle; the number changes at once and goes back where the server refuses. */
export const useSetPriority = () => {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (id: string, priority: number) =>
    client.setQueryData<Circle[]>(circlesKey, (list) =>
      list?.map((circle) => (circle.id === id ? { ...circle, priority } : circle)),
    );
  const mutation = useMutation({
    mutationFn: ({ circle, priority }: { circle: Circle; priority: number }) =>
      api(circles.setPriority, { id: circle.id, priority }),
    // One after the other, so that the last press is also the last to arrive.
    scope: { id: 'circle-priority' },
    onSuccess: () => {
      toast({ title: texts.done });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        void client.invalidateQueries({ queryKey: circlesKey });
        void client.invalidateQueries({ queryKey: ['/api', 'posts', 'grouped-by-priority'] });
      }, settleMs);
    },
    onError: (error) => {
      toast({ title: texts.failed, text: wordsOf(error, texts.failedText), tone: 'destructive' });
      void client.invalidateQueries({ queryKey: circlesKey });
    },
  });
  return (circle: Circle, step: 1 | -1) => {
    const priority = Math.min(limits.priority, Math.max(0, circle.priority + step));
    if (priority === circle.priority) return;
    show(circle.id, priority);
    mutation.mutate({ circle, priority });
  };
};

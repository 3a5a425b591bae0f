import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import * as questions from '../../../contract/questions.ts';
import type { Circle, Member } from '../../../contract/shapes.ts';
import { api, toastError } from '../../data/api.ts';
import { allItems } from '../../data/all-items.ts';
import { useIdempotencyKeys } from '../../data/idempotency-key.ts';
import { queryKey } from '../../data/query.ts';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { TextArea } from '../../ui/form/text-field.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';
import { drawn } from './drawn.ts';
import './questions.css';

const texts = words.questions;

interface AskDialogProps {
  circle: Pick<Circle, 'id' | 'name'>;
  member: Member;
  onClose: () => void;
}

/** Asks a member of the circle a question, typed or drawn from the ideas. */
export default function AskDialog({ circle, member, onClose }: AskDialogProps) {
  const client = useQueryClient();
  const name = displayName(member);
  const [written, setWritten] = useState('');
  const [isTried, setTried] = useState(false);
  const keys = useIdempotencyKeys();
  const [ideas] = useState(() => drawn(words.sixty));
  const [at, setAt] = useState(0);
  const idea = ideas[at % ideas.length] ?? '';
  const length = [...written.trim()].length;
  const problem =
    length > limits.question
      ? messages.questionTooLong
      : isTried && length === 0
        ? messages.questionEmpty
        : undefined;
  const way = member.byLetter ? texts.byLetter({ name }) : texts.atHour({ name });
  const ask = useMutation({
    mutationFn: () => {
      const asked = { id: circle.id, userId: member.id, words: written };
      return api(questions.ask, asked, { idempotencyKey: keys.of(JSON.stringify(asked)) });
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKey(questions.asked, { id: circle.id }) });
      toast({ title: texts.done, text: way });
    },
    onError: (error) => toastError(error, texts.failed),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (length === 0 || length > limits.question)
      event.currentTarget.querySelector<HTMLElement>('textarea')?.focus();
    else ask.mutate(undefined, { onSuccess: onClose });
  };
  return (
    <Dialog open isRead onClose={onClose} title={texts.ask({ name })} description={way}>
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <TextArea
            people
            label={texts.text}
            rows={2}
            value={written}
            error={problem}
            hint={texts.quiet({ circle: circle.name })}
            disabled={ask.isPending}
            onChange={(event) => setWritten(event.currentTarget.value)}
          />
          <div className="idea">
            <p className="small mut">{texts.suggestion}</p>
            <p className="people" aria-live="polite">
              {idea}
            </p>
            <div className="row wrap g8">
              <Button kind="quiet" size="sm" onClick={() => setWritten(idea)}>
                {texts.take}
              </Button>
              <Button kind="quiet" size="sm" onClick={() => setAt(at + 1)}>
                {texts.other}
              </Button>
            </div>
          </div>
          <Yours circleId={circle.id} memberId={member.id} />
        </DialogBody>
        <DialogFooter onCancel={onClose}>
          <Button type="submit" busy={ask.isPending}>
            {texts.send}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** Lists what the viewer has asked the member here. Nothing says what became of it. */
function Yours({ circleId, memberId }: { circleId: string; memberId: string }) {
  const client = useQueryClient();
  const key = queryKey(questions.asked, { id: circleId });
  const { data, isError } = useQuery({
    queryKey: key,
    // A question to the member may be on any page.
    queryFn: ({ signal }) =>
      allItems((place) =>
        api(questions.asked, { id: circleId, limit: String(limits.pageMax), ...place }, { signal }),
      ),
    staleTime: 0,
  });
  const withdraw = useMutation({
    mutationFn: (id: string) => api(questions.remove, { id }),
    onSuccess: () => toast({ title: texts.withdrawn }),
    onError: (error) => toastError(error, texts.withdrawFailed),
    // Also after an error: it may be gone.
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
  });
  const asked = data?.filter(({ userId }) => userId === memberId) ?? [];
  if (isError) return <p className="hint mt-4">{texts.yoursFailed}</p>;
  if (asked.length === 0) return null;
  return (
    <section className="mt-4" aria-label={texts.yours}>
      <p className="small mut">{texts.yours}</p>
      <ul className="list">
        {asked.map(({ id, words: question }) => (
          <li key={id} className="row">
            <span className="people grow wrap-anywhere">{question}</span>
            <IconButton
              icon={Undo2}
              label={texts.withdraw({ words: question })}
              disabled={withdraw.isPending}
              onClick={() => withdraw.mutate(id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

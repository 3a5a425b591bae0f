import { useId, useRef } from 'react';
import type { WaitingQuestion } from '../../../contract/questions.ts';
import { Button } from '../../ui/form/button.tsx';
import { focusAfterOverlays, focusTitle } from '../../ui/hooks/focus-beside.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import './questions.css';
import { type Next, useDecline } from './waiting.ts';

const texts = words.questions;

/** A question as it stands above its answer. */
export interface Answered {
  id: string;
  words: string;
  /** The name of the member who asked. */
  name: string;
  circle: string;
}

interface QuestionCardProps {
  question: Answered;
  disabled: boolean;
  /** It was declined; the given one has come in its place. */
  onDeclined: (next: WaitingQuestion | null) => void;
}

/** A question above the moment that answers it, and the ways to decline it. Nobody learns of them. */
export default function QuestionCard({ question, disabled, onDeclined }: QuestionCardProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const decline = useDecline();
  const press = (next: Next) => {
    if (decline.isPending) return;
    decline.mutate(
      { id: question.id, next },
      {
        onSuccess: ([other]) => {
          if (next === 'stop') toast({ title: texts.stopped, text: texts.stoppedText });
          if (next === 'another' && !other) toast({ title: texts.noOther });
          const shown = (next === 'another' && other) || null;
          onDeclined(shown);
          if (shown) focusAfterOverlays(() => heading.current);
          else focusTitle();
        },
      },
    );
  };
  const button = (next: Next) => (
    <Button
      kind="quiet"
      size="sm"
      disabled={disabled}
      busy={decline.isPending && decline.variables.next === next}
      onClick={() => press(next)}
    >
      {texts[next]}
    </Button>
  );
  return (
    <section className="asking" aria-labelledby={id}>
      <h2 ref={heading} id={id} className="asking-h">
        <span className="small mut block">{texts.answering({ name: question.name })}</span>
        <span className="people block wrap-anywhere">{question.words}</span>
      </h2>
      <p className="hint">{texts.only({ circle: question.circle })}</p>
      <div className="row wrap g8">
        {button('none')}
        {button('another')}
        {button('stop')}
      </div>
    </section>
  );
}

import type { Question } from '../../../contract/shapes.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';

/** The question that a moment answers, above its words. */
export default function QuestionLine({ question: { words: asked, askedBy } }: { question: Question }) {
  return (
    <p className="question" dir="auto">
      {words.questions.asked({ name: displayName(askedBy), words: asked })}
    </p>
  );
}

import { Trash2 } from 'lucide-react';
import type { Item } from '../../outbox/item.ts';
import { useLost } from '../../outbox/use-outbox.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';
import { EditInput, removeEdit } from './edit-input.ts';

const texts = words.edit;

/** The state of a comment's edit that the server does not have yet. The comment's menu changes it. */
export function WaitingEdit({ edit: { input, state, problem } }: { edit: Item }) {
  const isLost = useLost();
  const isSaving = state === 'waiting' && !isLost;
  return (
    <div className="stack g8 items-start mt-1">
      {problem ? (
        <Alert tone="warn" role="alert">
          {problem.text}
        </Alert>
      ) : (
        <p className="cap dim" role="status">
          {isSaving ? texts.busy : state === 'paused' ? words.outbox.paused : texts.waiting.mark}
        </p>
      )}
      {isSaving ? null : (
        <Button kind="quiet" size="sm" icon={Trash2} onClick={() => removeEdit(EditInput.parse(input).id)}>
          {texts.discard}
        </Button>
      )}
    </div>
  );
}
